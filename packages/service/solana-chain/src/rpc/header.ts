import type { Cursor } from '@portage/core/chain';
import { readObject } from '@portage/chain-kit';
import { readInteger, readText } from './parse.js';

/** A block and its parent. Slots without a block may lie between the two. */
export interface Header extends Cursor {
  readonly parentSlot: number;
  readonly parentHash: string;
}

/**
 * The answer of `getBlock` without transactions. @throws PortageError `RPC_HTTP_ERROR`; a slot
 * without a block has none
 */
export function readHeader(slot: number, block: unknown): Header {
  const { blockhash, previousBlockhash, parentSlot, blockTime } = readObject(block, 'block');
  return {
    height: slot,
    hash: readText(blockhash, 'blockhash'),
    time: readInteger(blockTime, 'time of a block'),
    parentSlot: readInteger(parentSlot, 'parent of a block'),
    parentHash: readText(previousBlockhash, 'parent of a block'),
  };
}

/** The part of a header that is stored. */
export function cursorOf({ height, hash, time }: Header): Cursor {
  return { height, hash, time };
}
