/**
 * Turns one object file of clang's BPF target into a program that the Solana loaders accept: an sBPF version 0 shared
 * object with `.text`, `.rodata` and a dynamic relocation for each system call, which the loader resolves by name.
 * Whatever those loaders would refuse, or could read in another way, is refused here.
 */
import { layOut, type Section } from './programFile.js';

/** System calls that a program may use. */
const systemCalls: ReadonlySet<string> = new Set([
  'sol_create_program_address',
  'sol_get_clock_sysvar',
  'sol_get_rent_sysvar',
  'sol_invoke_signed_c',
  'sol_log_data',
  'sol_memcmp_',
  'sol_memcpy_',
  'sol_sha256',
  'sol_try_find_program_address',
]);

/** Where the loader maps what the file holds. */
const PROGRAM_START = 0x1_0000_0000n;

const SECTION_SYMBOLS = 2;
const SECTION_RELOCATIONS = 9;
const FLAG_ALLOCATE = 2n;
const FLAG_WRITE = 1n;
const UNDEFINED = 0;

const RELOCATE_LOAD = 1;
const RELOCATE_POINTER = 2;
const RELOCATE_CALL = 10;

const OPCODE_LOAD = 0x18;
const OPCODE_CALL = 0x85;
const OPCODE_CALL_REGISTER = 0x8d;

interface ObjectSection extends Section {
  readonly index: number;
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
 * @param object An ELF64 relocatable file for BPF, little endian, with a global function `entrypoint`.
 * @returns The bytes of the program.
 */
export function linkProgram(object: Buffer): Buffer {
  const sections = readSections(object);
  const text = one(sections, '.text');
  refuseForeign(sections);
  const code = Buffer.from(text.bytes);
  const constants = joinConstants(sections);
  const symbols = readSymbols(sections);
  const at = layOut.addresses(code.length);
  const address = (symbol: ObjectSymbol): bigint => {
    const start = constants.starts.get(symbol.section);
    if (start === undefined) throw new Error(`"${symbol.name}" does not lie in constant data.`);
    return PROGRAM_START + BigInt(at.constants + start + symbol.value);
  };
  const calls: { readonly offset: number; readonly name: string }[] = [];
  for (const relocation of relocationsOf(sections, text.index, symbols)) {
    if (relocation.type === RELOCATE_CALL) calls.push(systemCall(code, relocation));
    else if (relocation.type === RELOCATE_LOAD) patchLoad(code, relocation.offset, address(relocation.symbol));
    else throw new Error(`Relocation of type ${relocation.type} in code.`);
  }
  for (const [index, start] of constants.starts) {
    for (const relocation of relocationsOf(sections, index, symbols)) {
      if (relocation.type !== RELOCATE_POINTER) throw new Error(`Relocation of type ${relocation.type} in data.`);
      const place = start + relocation.offset;
      constants.bytes.writeBigUInt64LE(address(relocation.symbol) + constants.bytes.readBigUInt64LE(place), place);
    }
  }
  checkCode(code);
  const entrypoint = symbols.find(({ name, section }) => name === 'entrypoint' && section === text.index);
  if (entrypoint === undefined) throw new Error('The object has no entrypoint.');
  return layOut.file({ code, constants: constants.bytes, calls, entrypoint: entrypoint.value });
}

function readSections(object: Buffer): readonly ObjectSection[] {
  if (object.readUInt32BE(0) !== 0x7f454c46 || object.readUInt16LE(18) !== 247) throw new Error('Not an object file for BPF.');
  const start = Number(object.readBigUInt64LE(40));
  const headers = Array.from({ length: object.readUInt16LE(60) }, (_, index) => object.subarray(start + 64 * index, start + 64 * (index + 1)));
  const bytesOf = (header: Buffer): Buffer => {
    const offset = Number(header.readBigUInt64LE(24));
    return header.readUInt32LE(4) === 8 ? Buffer.alloc(0) : object.subarray(offset, offset + Number(header.readBigUInt64LE(32)));
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
  const table = sections.find(({ type }) => type === SECTION_SYMBOLS);
  const names = sections[table?.link ?? 0];
  if (table === undefined || names === undefined) throw new Error('The object has no symbols.');
  return Array.from({ length: table.bytes.length / 24 }, (_, index) => {
    const entry = table.bytes.subarray(24 * index);
    return { name: text(names.bytes, entry.readUInt32LE(0)), section: entry.readUInt16LE(6), value: Number(entry.readBigUInt64LE(8)) };
  });
}

function relocationsOf(sections: readonly ObjectSection[], target: number, symbols: readonly ObjectSymbol[]): readonly Relocation[] {
  const table = sections.find(({ type, info }) => type === SECTION_RELOCATIONS && info === target);
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
    const loaded = (flags & FLAG_ALLOCATE) !== 0n && (bytes.length > 0 || type === 8);
    if (!loaded || name === '.text') continue;
    if (!name.startsWith('.rodata') || (flags & FLAG_WRITE) !== 0n) throw new Error(`Section ${name} cannot be part of a program.`);
  }
}

/** Every section of constants, one after the other, each on a multiple of 8. */
function joinConstants(sections: readonly ObjectSection[]): { readonly bytes: Buffer; readonly starts: ReadonlyMap<number, number> } {
  const starts = new Map<number, number>();
  let bytes = Buffer.alloc(0);
  for (const section of sections.filter(({ name, flags }) => name.startsWith('.rodata') && (flags & FLAG_ALLOCATE) !== 0n)) {
    bytes = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 7)]);
    starts.set(section.index, bytes.length);
    bytes = Buffer.concat([bytes, section.bytes]);
  }
  return { bytes: Buffer.concat([bytes, Buffer.alloc(-bytes.length & 7)]), starts };
}

/** The loader replaces the call's operand by the hash of the name. */
function systemCall(code: Buffer, { offset, symbol }: Relocation): { readonly offset: number; readonly name: string } {
  if (symbol.section !== UNDEFINED || !systemCalls.has(symbol.name)) throw new Error(`"${symbol.name}" is no system call that a program may use.`);
  if (code[offset] !== OPCODE_CALL || code.readInt32LE(offset + 4) !== -1) throw new Error(`The call of ${symbol.name} is not one that the loader would resolve.`);
  code.writeUInt8(0, offset + 1);
  return { offset, name: symbol.name };
}

function patchLoad(code: Buffer, offset: number, base: bigint): void {
  if (code[offset] !== OPCODE_LOAD) throw new Error('A relocation of a load that is none.');
  const target = base + BigInt(code.readUInt32LE(offset + 4));
  code.writeUInt32LE(Number(target & 0xffff_ffffn), offset + 4);
  code.writeUInt32LE(Number(target >> 32n), offset + 12);
}

/** Calls through registers are encoded in another way by the two sides. */
function checkCode(code: Buffer): void {
  for (let offset = 0; offset < code.length; offset += code[offset] === OPCODE_LOAD ? 16 : 8) {
    if (code[offset] === OPCODE_CALL_REGISTER) throw new Error('A call through a register.');
  }
}

function one(sections: readonly ObjectSection[], name: string): ObjectSection {
  const [found, ...others] = sections.filter((section) => section.name === name);
  if (found === undefined || others.length > 0) throw new Error(`The object needs one section ${name}.`);
  return found;
}

function text(table: Buffer, offset: number): string {
  return table.toString('latin1', offset, table.indexOf(0, offset));
}
