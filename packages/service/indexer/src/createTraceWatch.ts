import { describeError, type Clock } from '@portage/core';
import type { Log } from '@portage/database';
import type { TransactionTracer } from './createTracer.js';

const tickMs = 250;

/** Ticks after which a transaction is no longer looked for: a minute. */
const ticksMax = 256;

/** Transactions that are looked for at the same time. */
const watchedMax = 50;

/** Parts that transactions are looked for with. */
export interface TraceWatchOptions {
  readonly tracer: Pick<TransactionTracer, 'look'>;
  readonly clock: Pick<Clock, 'every'>;
  readonly log: Log;
}

/** Looks for transactions again and again. */
export interface TraceWatch {
  /**
   * Looks for a transaction until its block was read and what it tells is taken in, less and less
   * often, for a minute at the most. One that is being looked for already, or one too many, is
   * passed over.
   */
  watch(chainId: number, txId: string): void;
}

/**
 * Makes the watch for transactions of which no log tells: plain transfers, named before a block
 * holds them. It keeps no process alive.
 */
export function createTraceWatch({ tracer, clock, log }: TraceWatchOptions): TraceWatch {
  const watched = new Set<string>();

  return {
    watch: (chainId, txId) => {
      const key = `${String(chainId)}:${txId}`;
      if (watched.has(key) || watched.size >= watchedMax) return;
      watched.add(key);
      const stop = new AbortController();
      let ticks = 0;
      const end = (): void => {
        stop.abort();
        watched.delete(key);
      };
      const look = (): void => {
        ticks += 1;
        if (ticks > ticksMax) end();
        // After 1, 2, 4, 8, … ticks.
        if (stop.signal.aborted || (ticks & (ticks - 1)) !== 0) return;
        tracer.look(chainId, txId).then(
          (found) => {
            if (found === 'found') end();
          },
          (error: unknown) => {
            log('a transaction could not be looked up', { txId, error: describeError(error) });
          },
        );
      };
      clock.every(tickMs, look, stop.signal);
    },
  };
}
