import { PortageError } from '@portage/core';
import type { Cursor } from '@portage/core/chain';
import type { Endpoint } from '../endpoint/createEndpoint.js';
import type { Quorum } from '../quorum/createQuorum.js';

/**
 * Hash of the block that an endpoint has at a height; `gone` where its chain has none there, and
 * undefined where it is not that far.
 */
export type HashReader = (
  endpoint: Endpoint,
  height: number,
  signal: AbortSignal,
) => Promise<string | undefined>;

/** Chain and block that a reorg is asked about. */
export interface ReorgQuestion {
  readonly quorum: Quorum;
  readonly readHash: HashReader;
  /** Block that was handed out, and that one endpoint no longer has. */
  readonly block: Cursor;
  readonly signal: AbortSignal;
}

/**
 * Makes sure that a quorum of endpoints no longer has a block, before it is taken back: one
 * endpoint alone may not undo deposits. A quorum of one has said so already.
 *
 * @throws PortageError `RPC_HTTP_ERROR` where no quorum says so
 * @example
 * ```ts
 * await confirmReorg({ quorum, readHash, block: tip, signal });
 * ```
 */
export async function confirmReorg(question: ReorgQuestion): Promise<void> {
  const { quorum, readHash, block, signal } = question;
  if (quorum.needed === 1) return;
  const [isOurs] = await quorum.read(
    {
      subject: 'reorg',
      items: 1,
      ask: async (endpoint, stop) => {
        const hash = await readHash(endpoint, block.height, stop);
        return [hash === undefined ? undefined : hash === block.hash];
      },
    },
    signal,
  );
  if (isOurs === false) return;
  throw new PortageError('RPC_HTTP_ERROR', {
    message: 'A chain endpoint took a block back that a quorum does not take back.',
  });
}
