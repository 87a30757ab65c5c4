import type { FailReason } from '@portage/core';
import type { PayoutRefusal } from '@portage/settlement';

/** Puts a payment off. */
export const wait = (delayMs: number, reason: string): PayoutRefusal => ({
  type: 'wait',
  delayMs,
  reason,
});

/** Lets a payment be: it is made, or it must not be. */
export const drop = (reason: string): PayoutRefusal => ({ type: 'drop', reason });

/** Gives the deposit of a fill back. */
export const refund = (reason: FailReason): PayoutRefusal => ({ type: 'refund', reason });
