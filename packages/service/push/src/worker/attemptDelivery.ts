import type { Clock } from '@portage/core';
import type { DueDelivery } from '@portage/settlement/webhooks';
import { deliveryBody, type PrintStatus } from '../delivery/deliveryBody.js';
import { sendDelivery, type SendOptions } from '../delivery/sendDelivery.js';
import { signDelivery } from '../delivery/signDelivery.js';

/** Milliseconds in which a receiver has to answer, the lookup of its host among them. */
export const answerMsMax = 10_000;

/** Longest words about what went wrong, in characters. */
const faultLengthMax = 200;

/** Outcome of an attempt. */
export interface Attempt {
  readonly isTaken: boolean;
  /** The receiver said that it is gone for good: HTTP 410. */
  readonly isGone: boolean;
  readonly statusCode: number | undefined;
  readonly fault: string | undefined;
}

/** Parts of an attempt. */
export interface AttemptOptions extends Omit<SendOptions, 'signal'> {
  readonly printStatus: PrintStatus;
  readonly clock: Pick<Clock, 'now' | 'timeout'>;
  /** Ends the attempt before its time. */
  readonly signal: AbortSignal;
  /** Default: {@link answerMsMax}. */
  readonly answerMs?: number | undefined;
}

function failed(fault: string): Attempt {
  return {
    isTaken: false,
    isGone: false,
    statusCode: undefined,
    fault: fault.slice(0, faultLengthMax),
  };
}

/** Sends a delivery once. Any answer of 2xx takes it; whatever else happens is a fault in words. */
export async function attemptDelivery(
  delivery: DueDelivery,
  { printStatus, clock, signal, answerMs = answerMsMax, ...rules }: AttemptOptions,
): Promise<Attempt> {
  const limit = clock.timeout(answerMs);
  try {
    const body = deliveryBody(delivery, printStatus);
    const message = { id: delivery.messageId, timestamp: Math.floor(clock.now() / 1000), body };
    const statusCode = await sendDelivery(
      { url: delivery.url, headers: signDelivery(message, delivery.secrets), body },
      { ...rules, signal: AbortSignal.any([signal, limit]) },
    );
    const isTaken = statusCode >= 200 && statusCode < 300;
    return {
      isTaken,
      statusCode,
      isGone: statusCode === 410,
      fault: isTaken ? undefined : `answered ${String(statusCode)}`,
    };
  } catch (error) {
    if (limit.aborted) return failed(`no answer within ${String(answerMs / 1000)} seconds`);
    return failed(error instanceof Error ? error.message : String(error));
  }
}
