/**
 * Turns one object file of clang's BPF target into a program that the Solana loaders accept: an
 * sBPF version 3 file whose system calls are named by hashes. Whatever those loaders would refuse,
 * or would find out about only when it runs, is refused here.
 */
import { addresses, programFile } from './programFile.js';
import { systemCalls } from './systemCalls.js';

const sectionSymbols = 2;
const sectionRelocations = 9;
const flagAllocate = 2n;
const flagWrite = 1n;
const undefinedSection = 0;

const relocateLoad = 1;
const relocatePointer = 2;
const relocateCall = 10;

const opcodeLoad = 0x18;
const opcodeCall = 0x85;
const opcodeCallRegister = 0x8d;

/**
 * Constants begin behind these, so that nothing lies at address 0, which C takes for no address.
 */
const unusedStart = 8;

interface ObjectSection {
  readonly index: number;
  readonly name: string;
  readonly bytes: Buffer;
  readonly type: number;
  readonly flags: bigint;
  readonly link: number;
  readonly info: number;
}

interface ObjectSymbol {
  readonly name: string;
  readonly section: number;
  readonly value: number;
}

interface Relocation {
  readonly offset: number;
  readonly type: number;
  readonly symbol: ObjectSymbol;
}

/**
 * Links an object file.
 *
 * @param object An ELF64 relocatable file for BPF, little endian, with a global function
 *   `entrypoint`.
 * @returns The bytes of the program.
 */
export function linkProgram(object: Buffer): Buffer {
  const sections = readSections(object);
  const text = one(sections, '.text');
  refuseForeign(sections);
  const code = Buffer.from(text.bytes);
  const constants = joinConstants(sections);
  const symbols = readSymbols(sections);
  const address = (symbol: ObjectSymbol): bigint => {
    const start = constants.starts.get(symbol.section);
    if (start === undefined) throw new Error(`"${symbol.name}" does not lie in constant data.`);
    return addresses.constants + BigInt(start + symbol.value);
  };
  for (const relocation of relocationsOf(sections, text.index, symbols)) {
    if (relocation.type === relocateCall) patchCall(code, relocation);
    else if (relocation.type === relocateLoad)
      patchLoad(code, relocation.offset, address(relocation.symbol));
    else throw new Error(`Relocation of type ${relocation.type} in code.`);
  }
  for (const [index, start] of constants.starts) {
    for (const relocation of relocationsOf(sections, index, symbols)) {
      if (relocation.type !== relocatePointer)
        throw new Error(`Relocation of type ${relocation.type} in data.`);
      const place = start + relocation.offset;
      constants.bytes.writeBigUInt64LE(
        address(relocation.symbol) + constants.bytes.readBigUInt64LE(place),
        place,
      );
    }
  }
  checkCode(code);
  const entrypoint = symbols.find(
    ({ name, section }) => name === 'entrypoint' && section === text.index,
  );
  if (entrypoint === undefined) throw new Error('The object has no entrypoint.');
  return programFile({ constants: constants.bytes, code, entrypoint: entrypoint.value });
}

function readSections(object: Buffer): readonly ObjectSection[] {
  if (object.readUInt32BE(0) !== 0x7f454c46 || object.readUInt16LE(18) !== 247)
    throw new Error('Not an object file for BPF.');
  const start = Number(object.readBigUInt64LE(40));
  const headers = Array.from({ length: object.readUInt16LE(60) }, (_, index) =>
    object.subarray(start + 64 * index, start + 64 * (index + 1)),
  );
  const bytesOf = (header: Buffer): Buffer => {
    const offset = Number(header.readBigUInt64LE(24));
    return header.readUInt32LE(4) === 8
      ? Buffer.alloc(0)
      : object.subarray(offset, offset + Number(header.readBigUInt64LE(32)));
  };
  const names = headers[object.readUInt16LE(62)];
  if (names === undefined) throw new Error('The object names no sections.');
  return headers.map((header, index) => ({
    index,
    name: text(bytesOf(names), header.readUInt32LE(0)),
    type: header.readUInt32LE(4),
    flags: header.readBigUInt64LE(8),
    link: header.readUInt32LE(40),
    info: header.readUInt32LE(44),
    bytes: bytesOf(header),
  }));
}

function readSymbols(sections: readonly ObjectSection[]): readonly ObjectSymbol[] {
  const table = sections.find(({ type }) => type === sectionSymbols);
  const names = sections[table?.link ?? 0];
  if (table === undefined || names === undefined) throw new Error('The object has no symbols.');
  return Array.from({ length: table.bytes.length / 24 }, (_, index) => {
    const entry = table.bytes.subarray(24 * index);
    return {
      name: text(names.bytes, entry.readUInt32LE(0)),
      section: entry.readUInt16LE(6),
      value: Number(entry.readBigUInt64LE(8)),
    };
  });
}

function relocationsOf(
  sections: readonly ObjectSection[],
  target: number,
  symbols: readonly ObjectSymbol[],
): readonly Relocation[] {
  const table = sections.find(({ type, info }) => type === sectionRelocations && info === target);
  if (table === undefined) return [];
  return Array.from({ length: table.bytes.length / 16 }, (_, index) => {
    const entry = table.bytes.subarray(16 * index);
    const symbol = symbols[entry.readUInt32LE(12)];
    if (symbol === undefined) throw new Error('A relocation names no symbol.');
    return { offset: Number(entry.readBigUInt64LE(0)), type: entry.readUInt32LE(8), symbol };
  });
}

/** A program has no memory of its own that it may write, and one section of code. */
function refuseForeign(sections: readonly ObjectSection[]): void {
  for (const { name, flags, bytes, type } of sections) {
    const loaded = (flags & flagAllocate) !== 0n && (bytes.length > 0 || type === 8);
    if (!loaded || name === '.text') continue;
    if (!name.startsWith('.rodata') || (flags & flagWrite) !== 0n)
      throw new Error(`Section ${name} cannot be part of a program.`);
  }
}

/** Every section of constants, one after the other, each on a multiple of 8. */
function joinConstants(sections: readonly ObjectSection[]): {
  readonly bytes: Buffer;
  readonly starts: ReadonlyMap<number, number>;
} {
  const starts = new Map<number, number>();
  let bytes = Buffer.alloc(unusedStart);
  for (const section of sections.filter(
    ({ name, flags }) => name.startsWith('.rodata') && (flags & flagAllocate) !== 0n,
  )) {
    bytes = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 7)]);
    starts.set(section.index, bytes.length);
    bytes = Buffer.concat([bytes, section.bytes]);
  }
  return { bytes: Buffer.concat([bytes, Buffer.alloc(-bytes.length & 7)]), starts };
}

/** Source register 0 says that the operand names a system call. */
function patchCall(code: Buffer, { offset, symbol }: Relocation): void {
  const hash = systemCalls.get(symbol.name);
  if (symbol.section !== undefinedSection || hash === undefined)
    throw new Error(`"${symbol.name}" is no system call that a program may use.`);
  if (code[offset] !== opcodeCall) throw new Error(`What calls ${symbol.name} is no call.`);
  code.writeUInt8(0, offset + 1);
  code.writeUInt32LE(hash, offset + 4);
}

function patchLoad(code: Buffer, offset: number, base: bigint): void {
  if (code[offset] !== opcodeLoad) throw new Error('A relocation of a load that is none.');
  const target = base + BigInt(code.readUInt32LE(offset + 4));
  code.writeUInt32LE(Number(target & 0xffff_ffffn), offset + 4);
  code.writeUInt32LE(Number(target >> 32n), offset + 12);
}

/** Calls go to system calls or into the code; calls through registers are not made. */
function checkCode(code: Buffer): void {
  const known = new Set(systemCalls.values());
  for (let offset = 0; offset < code.length; offset += code[offset] === opcodeLoad ? 16 : 8) {
    if (code[offset] === opcodeCallRegister) throw new Error('A call through a register.');
    if (code[offset] !== opcodeCall) continue;
    const isSystemCall = code[offset + 1] === 0;
    const target = offset + 8 + 8 * code.readInt32LE(offset + 4);
    if (
      isSystemCall
        ? !known.has(code.readUInt32LE(offset + 4))
        : code[offset + 1] !== 0x10 || target < 0 || target >= code.length || target === offset
    )
      throw new Error('A call to nowhere.');
  }
}

function one(sections: readonly ObjectSection[], name: string): ObjectSection {
  const [found, ...others] = sections.filter((section) => section.name === name);
  if (found === undefined || others.length > 0)
    throw new Error(`The object needs one section ${name}.`);
  return found;
}

function text(table: Buffer, offset: number): string {
  return table.toString('latin1', offset, table.indexOf(0, offset));
}
