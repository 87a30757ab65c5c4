import type { Cursor } from '@portage/core/chain';

/** Newest block of the exchange. */
export type Head = Cursor;

/** Name of a block. The exchange has one history, so its height says which block it is. */
export function blockName(height: number): string {
  return `block-${String(height)}`;
}

/** The block of a height; `time` is when it was seen, Unix seconds: the exchange tells none. */
export function headAt(height: number, time: number): Head {
  return { height, hash: blockName(height), time };
}

/** A block with the transactions that were told of it: the store keeps both. */
export function toldBlock(
  { height, time }: Omit<Cursor, 'hash'>,
  txIds: readonly string[],
): Cursor {
  return { height, hash: [blockName(height), ...txIds].join(' '), time };
}

/** Transactions that were told of a block. */
export function toldIn({ hash }: Cursor): readonly string[] {
  return hash.split(' ').slice(1);
}
