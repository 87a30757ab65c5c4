import type { Cursor } from '@portage/core/chain';

/** Newest block of the exchange. */
export type Head = Cursor;

/** Name of a block. The exchange has one history, so its height says which block it is. */
export function blockName(height: number): string {
  return `block-${String(height)}`;
}

/**
 * The block of a height. The exchange tells no times: `time` is when it was seen, Unix seconds.
 */
export function headAt(height: number, time: number): Head {
  return { height, hash: blockName(height), time };
}
