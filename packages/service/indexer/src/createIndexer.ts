import type { Cursor } from '@portage/core/chain';
import { whenOpen } from '@portage/core/plugin';
import type { IndexerOptions } from './context.js';
import { createLateEvents } from './createLateEvents.js';
import { createTracer } from './createTracer.js';
import { followAlone } from './followAlone.js';
import { followChain } from './followChain.js';

/** Follows the chains of a service and decides what becomes of the money that arrives. */
export interface Indexer {
  /** Follows every chain at the same time, each once it is open; ends when the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /**
   * Looks one transaction up, as `POST /transactions/index` asks. Where its block was read, what a
   * quorum tells of it is taken in.
   *
   * @throws PortageError `UNSUPPORTED_CHAIN`, `INVALID_REQUEST` or `RPC_HTTP_ERROR`
   */
  trace(chainId: number, txId: string): Promise<'found' | 'nothing'>;
}

/**
 * Makes the indexer of a service.
 *
 * @example
 * ```ts
 * const indexer = createIndexer({ chains, settlement, prices, clock: systemClock, log });
 * await indexer.run(signal);
 * ```
 */
export function createIndexer(options: IndexerOptions): Indexer {
  const cursors = new Map<number, Cursor>();
  const late = new Map(options.chains.all.map(({ id }) => [id, createLateEvents()]));
  return {
    run: async (signal) => {
      await Promise.all(
        options.chains.all.map(async (listed) => {
          const chain = await whenOpen(listed, signal);
          if (chain === undefined) return;
          await followAlone(options, chain, signal, (inner) =>
            followChain({ ...options, late: late.get(chain.id) }, chain, inner, (cursor) =>
              cursors.set(chain.id, cursor),
            ),
          );
        }),
      );
    },
    trace: createTracer({
      chains: options.chains,
      clock: options.clock,
      log: options.log,
      cursor: (chainId) => cursors.get(chainId),
      tell: (chainId, events) => late.get(chainId)?.add(events),
    }),
  };
}
