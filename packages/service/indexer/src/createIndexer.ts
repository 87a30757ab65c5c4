import { describeError } from '@portage/core';
import type { Chain, Cursor } from '@portage/core/chain';
import { whenOpen } from '@portage/core/plugin';
import type { IndexerOptions } from './context.js';
import { createLateEvents } from './createLateEvents.js';
import { createTraceWatch } from './createTraceWatch.js';
import { createTracer, type TracedContent } from './createTracer.js';
import { followAlone } from './followAlone.js';
import { followChain } from './followChain.js';
import { rereadBlocks } from './rereadBlocks.js';
import { seekSends } from './seekSends.js';
import { watchUnconfirmed } from './watchUnconfirmed.js';

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
  trace(chainId: number, txId: string): Promise<TracedContent>;
  /**
   * Looks a transaction up until its block was read, for a minute at the most: a plain transfer, of
   * which no log tells, may be named before a block holds it. Resolves when that is over; undefined
   * where too many are looked for.
   */
  watch(chainId: number, txId: string): Promise<void> | undefined;
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
  const tracer = createTracer({
    chains: options.chains,
    clock: options.clock,
    log: options.log,
    cursor: (chainId) => cursors.get(chainId),
    askFollower: (chainId, txId) => options.settlement.traces.ask({ chainId, txId }),
    isAddressPaid: async ({ id, deposit }, txId) => {
      const paid = await deposit?.addresses?.paymentsIn?.(txId);
      return (await options.settlement.addresses.recordPayments(id, paid ?? [])) > 0;
    },
    tell: (chainId, events) => late.get(chainId)?.add(events) ?? false,
  });
  const watching = createTraceWatch({ tracer, clock: options.clock, log: options.log });

  async function follow(chain: Chain, signal: AbortSignal): Promise<void> {
    const context = {
      ...options,
      cursor: () => cursors.get(chain.id),
      trace: (txId: string) => tracer.trace(chain.id, txId),
      watch: (txId: string) => watching.watch(chain.id, txId),
    };
    const beside = [
      rereadBlocks(context, chain, signal),
      watchUnconfirmed(options, chain, signal),
      seekSends(context, chain, signal),
    ];
    try {
      await followChain({ ...options, late: late.get(chain.id) }, chain, signal, (cursor) =>
        cursors.set(chain.id, cursor),
      );
    } finally {
      // Another process may follow from now on.
      cursors.delete(chain.id);
      await Promise.all(beside);
    }
  }

  /** Looks where another process asks, if this one follows the chain. */
  function answer({ chainId, txId }: { chainId: number; txId: string }): void {
    if (!cursors.has(chainId)) return;
    tracer.look(chainId, txId).then(
      (found) => {
        if (found === 'ahead') void watching.watch(chainId, txId);
      },
      (error: unknown) => {
        options.log('a transaction could not be looked up', { txId, error: describeError(error) });
      },
    );
  }

  const mine = options.chains.all.filter(({ id }) => options.assigned?.has(id) !== false);
  return {
    run: async (signal) => {
      const end = options.settlement.traces.onAsked(answer);
      try {
        await Promise.all(
          mine.map(async (listed) => {
            const chain = await whenOpen(listed, signal);
            if (chain === undefined) return;
            await followAlone(options, chain, signal, (inner) => follow(chain, inner));
          }),
        );
      } finally {
        end();
      }
    },
    trace: (chainId, txId) => tracer.trace(chainId, txId),
    watch: (chainId, txId) => watching.watch(chainId, txId),
  };
}
