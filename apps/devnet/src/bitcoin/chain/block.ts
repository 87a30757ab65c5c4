import { Block } from 'bitcoinjs-lib';
import { Reject } from '../reject.js';
import { hash256, hashText } from '../transaction/hashes.js';
import { describeTransaction, type Tx } from '../transaction/readTransaction.js';

/** Header of a block. */
export interface Header {
  readonly version: number;
  readonly previousHash: string;
  readonly merkleRoot: Buffer;
  /** Seconds since 1970. */
  readonly time: number;
  readonly bits: number;
  readonly nonce: number;
}

/** Block with its transactions. It never changes. */
export interface ReadBlock {
  readonly hash: string;
  readonly header: Header;
  readonly transactions: readonly Tx[];
  readonly bytes: Uint8Array;
  readonly weight: number;
}

/** Reads a block. @throws Reject when the bytes are none, or are not written canonically */
export function readBlock(bytes: Uint8Array): ReadBlock {
  let block: Block;
  try {
    block = Block.fromBuffer(bytes);
    if (!Buffer.from(block.toBuffer()).equals(bytes)) throw new Error('not canonical');
  } catch {
    throw new Reject('Block decode failed');
  }
  const transactions = (block.transactions ?? []).map((raw) => describeTransaction(raw));
  return createBlock(readHeader(bytes.subarray(0, 80)), transactions);
}

/** Puts a header and its transactions together. */
export function createBlock(header: Header, transactions: readonly Tx[]): ReadBlock {
  const head = headerBytes(header);
  const bytes = Buffer.concat([
    head,
    compactSize(transactions.length),
    ...transactions.map((tx) => tx.bytes),
  ]);
  const fixed = 4 * (bytes.length - transactions.reduce((sum, tx) => sum + tx.bytes.length, 0));
  return {
    hash: hashText(hash256(head)),
    header,
    transactions,
    bytes,
    weight: transactions.reduce((sum, { weight }) => sum + weight, fixed),
  };
}

/** The 80 bytes of a header. */
export function headerBytes(header: Header): Buffer {
  const bytes = Buffer.alloc(80);
  bytes.writeInt32LE(header.version | 0, 0);
  Buffer.from(header.previousHash, 'hex').reverse().copy(bytes, 4);
  header.merkleRoot.copy(bytes, 36);
  bytes.writeUInt32LE(header.time, 68);
  bytes.writeUInt32LE(header.bits, 72);
  bytes.writeUInt32LE(header.nonce, 76);
  return bytes;
}

/** Reads the 80 bytes of a header. */
export function readHeader(bytes: Uint8Array): Header {
  const buffer = Buffer.from(bytes);
  return {
    version: buffer.readInt32LE(0),
    previousHash: hashText(buffer.subarray(4, 36)),
    merkleRoot: buffer.subarray(36, 68),
    time: buffer.readUInt32LE(68),
    bits: buffer.readUInt32LE(72),
    nonce: buffer.readUInt32LE(76),
  };
}

function compactSize(count: number): Buffer {
  if (count < 0xfd) return Buffer.from([count]);
  const bytes = Buffer.alloc(count <= 0xffff ? 3 : 5);
  bytes[0] = count <= 0xffff ? 0xfd : 0xfe;
  if (count <= 0xffff) bytes.writeUInt16LE(count, 1);
  else bytes.writeUInt32LE(count, 1);
  return bytes;
}
