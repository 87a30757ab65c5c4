import { PortageError } from '@portage/core';
import type { Cursor } from '@portage/core/chain';
import type { Endpoint } from '../endpoint/createEndpoint.js';
import type { Quorum } from '../quorum/createQuorum.js';
import type { LocalChain } from './createLocalChain.js';

const batchSize = 16;

/**
 * Hash of the block that an endpoint has at each height: any other text where its chain has none
 * there, and undefined where it is not that far.
 */
export type HashReader = (
  endpoint: Endpoint,
  heights: readonly number[],
  signal: AbortSignal,
) => Promise<readonly (string | undefined)[]>;

/** Chain whose newest common block is looked for. */
export interface AncestorQuestion {
  readonly localChain: LocalChain;
  readonly quorum: Quorum;
  readonly readHashes: HashReader;
  /** Height at or below which it is. */
  readonly height: number;
  readonly signal: AbortSignal;
}

/**
 * Finds the newest block that was handed out and that a quorum of endpoints still has: one endpoint
 * alone neither undoes deposits nor halts the chain.
 *
 * @throws PortageError `CHAIN_HALTED` when a quorum has nothing that is known; `RPC_HTTP_ERROR`
 *   where no quorum says so
 * @example
 * ```ts
 * const to = await findAncestor({ localChain, quorum, readHashes, height: head.height, signal });
 * ```
 */
export async function findAncestor(question: AncestorQuestion): Promise<Cursor> {
  const { localChain, quorum, readHashes, height, signal } = question;
  const known = localChain.below(height);
  for (let start = 0; start < known.length; start += batchSize) {
    const batch = known.slice(start, start + batchSize);
    const kept = await quorum.read(
      {
        subject: 'reorg',
        items: batch.length,
        ask: async (endpoint, stop) => {
          const heights = batch.map((block) => block.height);
          const hashes = await readHashes(endpoint, heights, stop);
          return batch.map(({ hash }, index) =>
            hashes[index] === undefined ? undefined : hashes[index] === hash,
          );
        },
      },
      signal,
    );
    const place = kept.findIndex((isKept) => isKept !== false);
    if (place === -1) continue;
    const ancestor = batch[place];
    if (ancestor !== undefined && kept[place] === true) return ancestor;
    throw new PortageError('RPC_HTTP_ERROR', {
      message: 'A chain endpoint took a block back that a quorum does not take back.',
    });
  }
  throw new PortageError('CHAIN_HALTED', {
    message: 'The chain has none of the blocks that were seen before.',
    hint: 'Either the endpoints serve another chain, or the chain was reset: look before you delete the stored blocks.',
    context: { height },
  });
}
