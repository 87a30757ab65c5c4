import { describeError, type Clock } from '@portage/core';
import type { Log } from '@portage/database';
import type { TransactionTracer } from './createTracer.js';

const tickMs = 250;

/** Ticks after which a transaction is no longer looked for: a minute. */
const ticksMax = 256;

/**
 * Transactions that are looked for at the same time, for all callers: what one of them may have is
 * limited where they call.
 */
const watchedMax = 1_000;

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
   * often, for a minute at the most. Resolves when that is over, also where it is being looked for
   * already; undefined for one too many.
   */
  watch(chainId: number, txId: string): Promise<void> | undefined;
}

/**
 * Makes the watch for transactions of which no log tells: plain transfers, named before a block
 * holds them. It keeps no process alive.
 */
export function createTraceWatch({ tracer, clock, log }: TraceWatchOptions): TraceWatch {
  const watched = new Map<string, Promise<void>>();

  return {
    watch: (chainId, txId) => {
      const key = `${String(chainId)}:${txId}`;
      const known = watched.get(key);
      if (known !== undefined) return known;
      if (watched.size >= watchedMax) {
        log('a transaction is not looked for, there are too many', { txId, level: 'warn' });
        return undefined;
      }
      const stop = new AbortController();
      let ticks = 0;
      let tellEnd: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => {
        tellEnd = resolve;
      });
      watched.set(key, ended);
      const end = (): void => {
        stop.abort();
        watched.delete(key);
        tellEnd();
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
      return ended;
    },
  };
}
