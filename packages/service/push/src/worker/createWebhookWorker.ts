import { describeError } from '@portage/core';
import { createWakeup } from '@portage/database';
import { createPublicLookUp, localLookUp } from '../targets/lookUp.js';
import { deliverUntil } from './deliverUntil.js';
import { underLease } from './underLease.js';
import type { WebhookWorkerOptions } from './workerOptions.js';

/** Milliseconds for which a delivery can be replayed; older ones are forgotten. */
export const keptMs: number = 30 * 24 * 3_600_000;

const forgetEveryMs = 3_600_000;
const leaseSeconds = 15;

/** Sends deliveries until it is stopped. */
export interface WebhookWorker {
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Makes the worker that sends what webhooks are to be told. Any number of processes may run one:
 * one at a time sends. Whatever fails, it starts again from what the database says, so a delivery
 * arrives at least once.
 *
 * @example
 * ```ts
 * const worker = createWebhookWorker({ ...parts, queue: settlement.webhooks.queue });
 * await worker.run(signal);
 * ```
 */
export function createWebhookWorker(options: WebhookWorkerOptions): WebhookWorker {
  const { queue, clock, leases, log, pollMs = 5_000 } = options;
  const lookUp = options.lookUp ?? (options.isLocalAllowed ? localLookUp : createPublicLookUp());
  const forget = async (signal: AbortSignal): Promise<void> => {
    do await queue.forget(clock.now() - keptMs);
    while (await clock.sleep(forgetEveryMs, signal));
  };
  return {
    run: async (signal) => {
      const wakeup = createWakeup(clock);
      const unsubscribe = queue.onAdded(() => {
        wakeup.wake();
      });
      const lease = {
        leases,
        clock,
        name: 'webhooks',
        holder: options.worker,
        seconds: leaseSeconds,
      };
      const work = async (inner: AbortSignal): Promise<void> => {
        await Promise.all([
          forget(inner),
          deliverUntil({ ...options, lookUp, pollMs, wakeup }, inner),
        ]);
      };
      try {
        while (!signal.aborted) {
          try {
            await underLease(lease, work, signal);
          } catch (error) {
            log('webhooks could not be delivered', { error: describeError(error) });
          }
          await clock.sleep(pollMs, signal);
        }
      } finally {
        unsubscribe();
      }
    },
  };
}
