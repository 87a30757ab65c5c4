import type { Cursor } from '@portage/core/chain';
import { readObject } from '@portage/chain-kit';
import { readHash, readInteger, readQuantity } from './parse.js';

/** Members of a block header that are used here. */
export interface Header extends Cursor {
  readonly parentHash: string;
  /** Wei per gas; undefined before EIP-1559. */
  readonly baseFee: bigint | undefined;
  /** Filter of the block's logs; undefined where the node does not tell it. */
  readonly logsBloom: string | undefined;
}

/**
 * Reads a header from `newHeads` or `eth_getBlockByNumber`. @throws PortageError `RPC_HTTP_ERROR`
 */
export function readHeader(value: unknown): Header {
  const block = readObject(value, 'block');
  return {
    height: readInteger(block['number'], 'block number'),
    hash: readHash(block['hash'], 'block hash'),
    parentHash: readHash(block['parentHash'], 'parent hash'),
    time: readInteger(block['timestamp'], 'block time'),
    baseFee:
      block['baseFeePerGas'] === undefined || block['baseFeePerGas'] === null
        ? undefined
        : readQuantity(block['baseFeePerGas'], 'base fee'),
    logsBloom: typeof block['logsBloom'] === 'string' ? block['logsBloom'] : undefined,
  };
}

/** The header without what a cursor does not carry. */
export function cursorOf(header: Header): Cursor {
  return { height: header.height, hash: header.hash, time: header.time };
}
