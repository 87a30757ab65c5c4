import { setMaxListeners } from 'node:events';
import { describeError } from '@portage/core';
import type { Wakeup } from '@portage/database';
import type { DueDelivery } from '@portage/settlement/webhooks';
import type { LookUp } from '../targets/lookUp.js';
import { attemptDelivery } from './attemptDelivery.js';
import { nextAttemptAt } from './schedule.js';
import type { WebhookWorkerOptions } from './workerOptions.js';

/** Deliveries that are sent at the same time: to one receiver, to those of an owner, and to all. */
export const sendingMax = { perWebhook: 4, perOwner: 32, all: 128 } as const;

/** Parts of the loop. */
interface DeliverOptions extends WebhookWorkerOptions {
  readonly lookUp: LookUp;
  readonly pollMs: number;
  readonly wakeup: Wakeup;
}

/** Delivery that is being sent. */
interface Sending extends Pick<DueDelivery, 'webhookId' | 'owner'> {
  readonly done: Promise<void>;
}

/** Tries a delivery once and writes what came of it. An attempt that is cut off does not count. */
async function deliver(
  { queue, clock, log, ...options }: DeliverOptions,
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { id, webhookId, messageId } = delivery;
  options.failpoint?.('webhook-due');
  const attempt = await attemptDelivery(delivery, { ...options, clock, signal });
  if (signal.aborted && !attempt.isTaken) return;
  options.failpoint?.('webhook-sent');
  const now = clock.now();
  const { statusCode, fault, isTaken, isGone } = attempt;
  if (isTaken) {
    await queue.record({ id, now, statusCode, state: 'delivered' });
    return;
  }
  const dueAt = isGone ? undefined : nextAttemptAt(delivery.attempts + 1, now);
  const state = dueAt === undefined ? 'parked' : 'pending';
  await queue.record({ id, now, statusCode, fault, dueAt, state, isGone });
  if (state === 'parked') log('a delivery is parked', { webhookId, messageId, error: fault });
}

/**
 * Sends what is due until the signal ends it. A receiver that is slow holds up what it is itself to
 * be told, and no other; receivers of one owner leave room for those of others.
 */
export async function deliverUntil(options: DeliverOptions, signal: AbortSignal): Promise<void> {
  const { queue, clock, wakeup, pollMs, log } = options;
  // Every delivery listens for the end.
  setMaxListeners(0, signal);
  const sending = new Map<number, Sending>();

  const hasRoom = ({ webhookId, owner }: DueDelivery): boolean => {
    const own = [...sending.values()].filter((each) => each.owner === owner);
    const told = own.filter((each) => each.webhookId === webhookId);
    return own.length < sendingMax.perOwner && told.length < sendingMax.perWebhook;
  };

  const start = (delivery: DueDelivery): void => {
    const done = deliver(options, delivery, signal)
      .catch((error: unknown) => {
        log('what came of a delivery could not be written', { error: describeError(error) });
        // It is due as before: asked at once, the database that fails would be asked without end.
        return clock.sleep(pollMs, signal);
      })
      .then(() => {
        sending.delete(delivery.id);
        wakeup.wake();
      });
    const { webhookId, owner } = delivery;
    sending.set(delivery.id, { webhookId, owner, done });
  };

  try {
    while (!signal.aborted) {
      const now = clock.now();
      const due = await queue.due({
        now,
        sending: [...sending.keys()],
        perWebhookMax: sendingMax.perWebhook,
      });
      for (const delivery of due) {
        if (sending.size >= sendingMax.all) break;
        if (hasRoom(delivery)) start(delivery);
      }
      const nextAt = sending.size > 0 ? undefined : await queue.nextDueAt(now);
      const waitMs = nextAt === undefined ? pollMs : Math.min(pollMs, Math.max(0, nextAt - now));
      await wakeup.wait(waitMs, signal);
    }
  } finally {
    await Promise.all(Array.from(sending.values(), ({ done }) => done));
  }
}
