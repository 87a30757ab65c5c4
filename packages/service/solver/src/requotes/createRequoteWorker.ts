import { describeError, type Clock } from '@portage/core';
import { createWakeup, type Log } from '@portage/database';
import type { Settlement } from '@portage/settlement';
import { decideRequote, type QuoteDeposit } from './decideRequote.js';

/** Everything that the worker needs. */
export interface RequoteWorkerOptions {
  readonly settlement: Pick<Settlement, 'requotes'>;
  readonly quote: QuoteDeposit;
  /** Name of this process among the workers of the database. */
  readonly worker: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Has deposits of open addresses quoted. */
export interface RequoteWorker {
  /** Works until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

const pollMs = 500;
const batchMax = 16;
const leaseSeconds = 30;
const retryMs = 1_000;

/** @returns the number of deposits that were due */
async function requoteDue(options: RequoteWorkerOptions): Promise<number> {
  const { quote, log, worker } = options;
  const { requotes } = options.settlement;
  const jobs = await requotes.take({ limit: batchMax, worker, leaseSeconds });
  for (const job of jobs) {
    const context = { quote, log, attempts: job.attempts };
    await requotes
      .apply(job, (deposit) => decideRequote(context, deposit))
      .catch(async (error: unknown) => {
        const message = describeError(error);
        log('a deposit could not be quoted', { job: job.leg, error: message });
        await requotes.postpone(job, { delayMs: retryMs, error: message });
      });
  }
  return jobs.length;
}

/**
 * Makes the worker that turns deposits of open addresses into orders of their own, at the prices of
 * now.
 *
 * @example
 * ```ts
 * const { quoteDeposit: quote } = quoter;
 * const shared = { settlement, clock: systemClock, log };
 * const worker = createRequoteWorker({ ...shared, quote, worker: 'one' });
 * await worker.run(signal);
 * ```
 */
export function createRequoteWorker(options: RequoteWorkerOptions): RequoteWorker {
  return {
    run: async (signal) => {
      const wakeup = createWakeup(options.clock);
      const unsubscribe = options.settlement.requotes.onDue(() => {
        wakeup.wake();
      });
      try {
        while (!signal.aborted) {
          const taken = await requoteDue(options).catch((error: unknown) => {
            options.log('quoting what arrived failed', { error: describeError(error) });
            return 0;
          });
          if (taken < batchMax) await wakeup.wait(pollMs, signal);
        }
      } finally {
        unsubscribe();
      }
    },
  };
}
