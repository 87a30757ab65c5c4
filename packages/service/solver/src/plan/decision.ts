import type { FailReason, PaymentIntent, RefundFailReason } from '@portage/core';
import type { SlotSource } from '@portage/settlement';

/** What is done about the job of a payment. */
export type Decision =
  /**
   * Sign and send it. `isRewrite`: its slot exists, and whatever was sent for it before is proven
   * dead.
   */
  | {
      readonly type: 'pay';
      readonly intent: PaymentIntent;
      readonly source: SlotSource;
      readonly gasHold: bigint;
      readonly isRewrite: boolean;
    }
  /** A fill that will not be made: the deposit goes back. */
  | { readonly type: 'refund'; readonly reason: FailReason }
  /** A refund that cannot be made: the money stays in suspense. */
  | { readonly type: 'unpayable'; readonly reason: RefundFailReason }
  | { readonly type: 'wait'; readonly delayMs: number; readonly reason: string }
  | { readonly type: 'drop'; readonly reason: string };

/** Puts a payment off. */
export const wait = (delayMs: number, reason: string): Decision => ({
  type: 'wait',
  delayMs,
  reason,
});

/** Lets a payment be: it is made, or it must not be. */
export const drop = (reason: string): Decision => ({ type: 'drop', reason });

/** Gives the deposit of a fill back. */
export const refund = (reason: FailReason): Decision => ({ type: 'refund', reason });
