import type { BlockPlace } from './judgeOutcome.js';

/** Block of a transaction, if any, and its fee. */
export interface ToldBlock {
  readonly block: BlockPlace | undefined;
  /** Satoshi. */
  readonly fee: bigint;
}

/** A block and a fee as one text, for a quorum to agree on. */
export function encodeBlock({ height, hash }: BlockPlace, fee: bigint): string {
  return `${String(height)} ${hash} ${fee.toString()}`;
}

/** Reads what {@link encodeBlock} wrote; any other text is no block. */
export function decodeBlock(text: string): ToldBlock {
  const [height = '', hash, fee = '0'] = text.split(' ');
  return hash === undefined
    ? { block: undefined, fee: 0n }
    : { block: { height: Number(height), hash }, fee: BigInt(fee) };
}
