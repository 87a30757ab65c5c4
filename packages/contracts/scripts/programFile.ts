/**
 * The file of a Solana program: an ELF of sBPF version 3, which has no sections and no relocations.
 * Behind the headers lie the constants, which the loader maps at address 0, and the code.
 */

const fileHeaderBytes = 64;
const segmentHeaderBytes = 56;
const segments = 2;

const executableFlag = 1;
const readableFlag = 4;

/** Addresses at which the loader maps the two parts. */
export const addresses = { constants: 0n, code: 0x1_0000_0000n } as const;

/** Parts of a program's file. */
export interface ProgramParts {
  /** Bytes, a multiple of eight. */
  readonly constants: Buffer;
  /** Instructions. */
  readonly code: Buffer;
  /** Offset in the code at which the program starts. */
  readonly entrypoint: number;
}

/** Puts a program's file together. */
export function programFile(program: ProgramParts): Buffer {
  const constantsAt = fileHeaderBytes + segmentHeaderBytes * segments;
  const codeAt = constantsAt + program.constants.length;
  return Buffer.concat([
    fileHeader(program.entrypoint),
    segment(readableFlag, addresses.constants, constantsAt, program.constants.length),
    segment(executableFlag, addresses.code, codeAt, program.code.length),
    program.constants,
    program.code,
  ]);
}

function fileHeader(entrypoint: number): Buffer {
  const header = Buffer.alloc(fileHeaderBytes);
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  header.writeUInt16LE(3, 16); // shared object
  header.writeUInt16LE(247, 18); // BPF
  header.writeUInt32LE(1, 20);
  header.writeBigUInt64LE(addresses.code + BigInt(entrypoint), 24);
  header.writeBigUInt64LE(BigInt(fileHeaderBytes), 32); // segments follow; there are no sections
  header.writeUInt32LE(3, 48); // sBPF version
  header.writeUInt16LE(fileHeaderBytes, 52);
  header.writeUInt16LE(segmentHeaderBytes, 54);
  header.writeUInt16LE(segments, 56);
  header.writeUInt16LE(64, 58);
  return header;
}

function segment(flags: number, address: bigint, offset: number, length: number): Buffer {
  const header = Buffer.alloc(segmentHeaderBytes);
  header.writeUInt32LE(1, 0); // loaded
  header.writeUInt32LE(flags, 4);
  header.writeBigUInt64LE(BigInt(offset), 8);
  for (const at of [16, 24]) header.writeBigUInt64LE(address, at);
  for (const at of [32, 40]) header.writeBigUInt64LE(BigInt(length), at);
  header.writeBigUInt64LE(8n, 48);
  return header;
}
