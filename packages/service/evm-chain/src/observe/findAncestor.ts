import { PortageError } from '@portage/core';
import type { Cursor } from '@portage/core/chain';
import { type Ask, type LocalChain, readResult } from '@portage/chain-kit';
import { readHeader } from '../rpc/header.js';
import { toQuantity } from '../rpc/parse.js';

const batchSize = 16;

/**
 * The newest block that we handed out and that is still part of the chain, asked of the node that
 * announced the fork. What follows it is linked by parent hashes afterwards, so an answer from a
 * third fork cannot slip in.
 *
 * @throws PortageError `CHAIN_HALTED` when nothing we know is left
 */
export async function findAncestor(
  localChain: LocalChain,
  height: number,
  ask: Ask,
  signal: AbortSignal,
): Promise<Cursor> {
  const known = localChain.below(height);
  for (let start = 0; start < known.length; start += batchSize) {
    const batch = known.slice(start, start + batchSize);
    const requests = batch.map((cursor) => ({
      method: 'eth_getBlockByNumber',
      params: [toQuantity(cursor.height), false],
    }));
    const replies = await ask(requests, signal);
    const ancestor = batch.find((cursor, index) => {
      const block = readResult(replies[index], 'eth_getBlockByNumber');
      return block !== null && readHeader(block).hash === cursor.hash;
    });
    if (ancestor !== undefined) return ancestor;
  }
  throw new PortageError('CHAIN_HALTED', {
    message: 'The chain has none of the blocks that were seen before.',
    hint: 'Either the endpoint serves another chain, or the chain was reset: look before you delete the stored blocks.',
    context: { height },
  });
}
