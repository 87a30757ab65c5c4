/** The file of a Solana program: an ELF shared object, section addresses equal to file offsets, as the loader demands. */

/** A named stretch of a file. */
export interface Section {
  readonly name: string;
  readonly bytes: Buffer;
}

interface Program {
  readonly code: Buffer;
  readonly constants: Buffer;
  /** System calls: offset in the code, and name. */
  readonly calls: readonly { readonly offset: number; readonly name: string }[];
  /** Offset in the code. */
  readonly entrypoint: number;
}

const FILE_HEADER = 64;
const PROGRAM_HEADER = 56;
const SEGMENTS = 3;
const CODE_START = FILE_HEADER + PROGRAM_HEADER * SEGMENTS;

const EXECUTE = 1;
const WRITE = 2;
const READ = 4;

interface Placed extends Section {
  readonly offset: number;
  readonly type: number;
  readonly flags: number;
  readonly link?: number;
  readonly info?: number;
  readonly entry?: number;
}

/** Where the parts of a program lie, and the file that they make. */
export const layOut = {
  addresses: (codeLength: number): { readonly constants: number } => ({ constants: align(CODE_START + codeLength) }),
  file: writeFile,
} as const;

function writeFile(program: Program): Buffer {
  const names = [...new Set(program.calls.map(({ name }) => name))];
  const strings = Buffer.from(['', ...names, 'entrypoint', ''].join('\0'), 'latin1');
  const constantsAt = layOut.addresses(program.code.length).constants;
  const dynamicAt = align(constantsAt + program.constants.length);
  const symbols = symbolTable(names, strings, program);
  const symbolsAt = dynamicAt + 16 * dynamicEntries;
  const stringsAt = symbolsAt + symbols.length;
  const relocations = relocationTable(names, program);
  const relocationsAt = align(stringsAt + strings.length);
  const dynamic = dynamicTable({ relocationsAt, relocations: relocations.length, symbolsAt, stringsAt, strings: strings.length });
  const sectionNames = Buffer.from('\0.text\0.rodata\0.dynamic\0.dynsym\0.dynstr\0.rel.dyn\0.shstrtab\0', 'latin1');
  const sections: readonly Placed[] = [
    { name: '.text', bytes: program.code, offset: CODE_START, type: 1, flags: 6 },
    { name: '.rodata', bytes: program.constants, offset: constantsAt, type: 1, flags: 2 },
    { name: '.dynamic', bytes: dynamic, offset: dynamicAt, type: 6, flags: 3, link: 5, entry: 16 },
    { name: '.dynsym', bytes: symbols, offset: symbolsAt, type: 11, flags: 2, link: 5, info: 1, entry: 24 },
    { name: '.dynstr', bytes: strings, offset: stringsAt, type: 3, flags: 2 },
    { name: '.rel.dyn', bytes: relocations, offset: relocationsAt, type: 9, flags: 2, link: 4, entry: 16 },
    { name: '.shstrtab', bytes: sectionNames, offset: relocationsAt + relocations.length, type: 3, flags: 0 },
  ];
  const loadedEnd = relocationsAt + relocations.length;
  const headersAt = align(loadedEnd + sectionNames.length);
  const file = Buffer.alloc(headersAt + 64 * (sections.length + 1));
  fileHeader(program.entrypoint, headersAt, sections.length + 1).copy(file);
  segment(1, READ | EXECUTE, CODE_START, dynamicAt).copy(file, FILE_HEADER);
  segment(1, READ, dynamicAt, loadedEnd).copy(file, FILE_HEADER + PROGRAM_HEADER);
  segment(2, READ | WRITE, dynamicAt, symbolsAt).copy(file, FILE_HEADER + 2 * PROGRAM_HEADER);
  sections.forEach((section, index) => {
    section.bytes.copy(file, section.offset);
    sectionHeader(section, sectionNames).copy(file, headersAt + 64 * (index + 1));
  });
  return file;
}

function fileHeader(entrypoint: number, headersAt: number, sections: number): Buffer {
  const header = Buffer.alloc(FILE_HEADER);
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  header.writeUInt16LE(3, 16); // shared object
  header.writeUInt16LE(247, 18); // BPF
  header.writeUInt32LE(1, 20);
  header.writeBigUInt64LE(BigInt(CODE_START + entrypoint), 24);
  header.writeBigUInt64LE(BigInt(FILE_HEADER), 32);
  header.writeBigUInt64LE(BigInt(headersAt), 40);
  header.writeUInt32LE(0, 48); // sBPF version 0
  header.writeUInt16LE(FILE_HEADER, 52);
  header.writeUInt16LE(PROGRAM_HEADER, 54);
  header.writeUInt16LE(SEGMENTS, 56);
  header.writeUInt16LE(64, 58);
  header.writeUInt16LE(sections, 60);
  header.writeUInt16LE(sections - 1, 62);
  return header;
}

function segment(type: number, flags: number, from: number, to: number): Buffer {
  const header = Buffer.alloc(PROGRAM_HEADER);
  header.writeUInt32LE(type, 0);
  header.writeUInt32LE(flags, 4);
  for (const at of [8, 16, 24]) header.writeBigUInt64LE(BigInt(from), at);
  for (const at of [32, 40]) header.writeBigUInt64LE(BigInt(to - from), at);
  header.writeBigUInt64LE(8n, 48);
  return header;
}

function sectionHeader(section: Placed, names: Buffer): Buffer {
  const header = Buffer.alloc(64);
  header.writeUInt32LE(names.indexOf(`${section.name}\0`, 0, 'latin1'), 0);
  header.writeUInt32LE(section.type, 4);
  header.writeBigUInt64LE(BigInt(section.flags), 8);
  header.writeBigUInt64LE(BigInt(section.flags === 0 ? 0 : section.offset), 16);
  header.writeBigUInt64LE(BigInt(section.offset), 24);
  header.writeBigUInt64LE(BigInt(section.bytes.length), 32);
  header.writeUInt32LE(section.link ?? 0, 40);
  header.writeUInt32LE(section.info ?? 0, 44);
  header.writeBigUInt64LE(section.type === 3 ? 1n : 8n, 48);
  header.writeBigUInt64LE(BigInt(section.entry ?? 0), 56);
  return header;
}

/** Undefined symbols for the system calls, and the entrypoint. */
function symbolTable(names: readonly string[], strings: Buffer, program: Program): Buffer {
  const symbol = (name: string, info: number, section: number, value: number, size: number): Buffer => {
    const entry = Buffer.alloc(24);
    entry.writeUInt32LE(strings.indexOf(`\0${name}\0`, 0, 'latin1') + 1, 0);
    entry.writeUInt8(info, 4);
    entry.writeUInt16LE(section, 6);
    entry.writeBigUInt64LE(BigInt(value), 8);
    entry.writeBigUInt64LE(BigInt(size), 16);
    return entry;
  };
  const undefinedSymbols = names.map((name) => symbol(name, 0x10, 0, 0, 0));
  const entrypoint = symbol('entrypoint', 0x12, 1, CODE_START + program.entrypoint, program.code.length - program.entrypoint);
  return Buffer.concat([Buffer.alloc(24), ...undefinedSymbols, entrypoint]);
}

function relocationTable(names: readonly string[], program: Program): Buffer {
  const callRelocation = 10n;
  return Buffer.concat(
    program.calls.map(({ offset, name }) => {
      const entry = Buffer.alloc(16);
      entry.writeBigUInt64LE(BigInt(CODE_START + offset), 0);
      entry.writeBigUInt64LE((BigInt(names.indexOf(name) + 1) << 32n) | callRelocation, 8);
      return entry;
    }),
  );
}

const dynamicEntries = 10;

function dynamicTable(at: { readonly relocationsAt: number; readonly relocations: number; readonly symbolsAt: number; readonly stringsAt: number; readonly strings: number }): Buffer {
  const entries: readonly (readonly [tag: number, value: number])[] = [
    [0x1e, 4], // flags: relocations in code
    [0x16, 0],
    [0x11, at.relocationsAt],
    [0x12, at.relocations],
    [0x13, 16],
    [6, at.symbolsAt],
    [0xb, 24],
    [5, at.stringsAt],
    [0xa, at.strings],
    [0, 0],
  ];
  const table = Buffer.alloc(16 * dynamicEntries);
  entries.forEach(([tag, value], index) => {
    table.writeBigUInt64LE(BigInt(tag), 16 * index);
    table.writeBigUInt64LE(BigInt(value), 16 * index + 8);
  });
  return table;
}

function align(offset: number): number {
  return (offset + 7) & ~7;
}
