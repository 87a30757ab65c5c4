import type { FailReason, RefundFailReason } from '@portage/core';
import type { PaymentIntent } from '@portage/core/chain';
import type { PayoutSource } from '../../transactions/settlements/payoutIntent.js';
import type { DuePayout } from './takePayouts.js';
import type { EndedTransaction } from '../../transactions/outbox/endedTransaction.js';
import type { MadePayment } from './readMadePayments.js';

/** A payment that is signed and sent. */
export interface PayDecision {
  readonly type: 'pay';
  readonly intent: PaymentIntent;
  readonly source: PayoutSource;
  /** Native currency that is reserved for gas, in smallest units. */
  readonly gasReserve: bigint;
  /** Its settlement exists, and whatever was sent for it before is proven dead. */
  readonly isRewrite: boolean;
}

/** A payment that was made already, before the database lost it: it is booked, not made again. */
export interface RecoverDecision {
  readonly type: 'recover';
  readonly intent: PaymentIntent;
  readonly source: PayoutSource;
  readonly made: MadePayment;
  /** Its end on the chain; undefined until it was looked up. */
  readonly outcome?: EndedTransaction['outcome'] | undefined;
}

/** A payment that is not made, or not yet. */
export type PayoutRefusal =
  /** A fill that will not be made: the deposit goes back. */
  | { readonly type: 'refund'; readonly reason: FailReason }
  /** A refund that cannot be made: the money is its owner's to withdraw. */
  | {
      readonly type: 'unpayable';
      readonly reason: RefundFailReason;
      /** The owner's signature of a withdrawal is too old. */
      readonly isExpired?: true | undefined;
    }
  | {
      readonly type: 'wait';
      readonly delayMs: number;
      readonly reason: string;
      /** It failed in a simulation, which is counted. */
      readonly isFailure?: boolean | undefined;
    }
  | { readonly type: 'drop'; readonly reason: string };

/** Decision about the job of a payout. */
export type PayoutDecision = PayDecision | RecoverDecision | PayoutRefusal;

/** A job of a payout with the decision about it. */
export interface DecidedPayout {
  readonly spend: DuePayout;
  readonly decision: PayoutDecision;
}

/** A job of a payout that is made. */
export interface Payment {
  readonly spend: DuePayout;
  readonly decision: PayDecision;
}

/** A job of a payout that was made already. */
export interface MadePayout {
  readonly spend: DuePayout;
  readonly decision: RecoverDecision & { readonly outcome: EndedTransaction['outcome'] };
}

/** A job of a payout that is not made. */
export interface RefusedPayout {
  readonly spend: DuePayout;
  readonly decision: PayoutRefusal;
}

/** Whether a payout is made. */
export function isPayment(decided: DecidedPayout): decided is Payment {
  return decided.decision.type === 'pay';
}

/** Whether a payout was made already, as the chain confirms. */
export function isMade(decided: DecidedPayout): decided is MadePayout {
  return decided.decision.type === 'recover' && decided.decision.outcome !== undefined;
}

/** Whether a payout is not made, or not yet. */
export function isRefused(decided: DecidedPayout): decided is RefusedPayout {
  return decided.decision.type !== 'pay' && decided.decision.type !== 'recover';
}
