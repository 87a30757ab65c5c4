import { PortageError } from '@portage/core';
import type { Cursor } from '@portage/core/chain';
import type { LocalChain, Rpc } from '@portage/chain-kit';
import { readHeader } from '../rpc/header.js';
import { blockRequest, type Commitment } from '../rpc/requests.js';

const batchSize = 16;

/** Slot at or below which the ancestor is looked for. */
export interface AncestorSearch {
  readonly slot: number;
  readonly commitment: Commitment;
}

/**
 * The newest block that we handed out and that is still part of the chain. What follows it is
 * linked by parents afterwards, so an answer from a third fork cannot slip in.
 *
 * @throws PortageError `CHAIN_HALTED` when nothing we know is left
 */
export async function findAncestor(
  localChain: LocalChain,
  rpc: Rpc,
  at: AncestorSearch,
  signal: AbortSignal,
): Promise<Cursor> {
  const known = localChain.below(at.slot);
  for (let start = 0; start < known.length; start += batchSize) {
    const batch = known.slice(start, start + batchSize);
    const replies = await rpc.ask(
      batch.map(({ height }) => blockRequest(height, at.commitment)),
      signal,
    );
    const ancestor = batch.find((cursor, index) => {
      const reply = replies[index];
      // A slot that has no block any more is refused: what was there is gone.
      return (
        reply?.ok === true &&
        reply.result !== null &&
        readHeader(cursor.height, reply.result).hash === cursor.hash
      );
    });
    if (ancestor !== undefined) return ancestor;
  }
  throw new PortageError('CHAIN_HALTED', {
    message: 'The chain has none of the blocks that were seen before.',
    hint: 'Either the endpoint serves another chain, or the chain was reset: look before you delete the stored blocks.',
    context: { slot: at.slot },
  });
}
