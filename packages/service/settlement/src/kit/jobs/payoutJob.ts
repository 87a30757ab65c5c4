import type { FailReason } from '@portage/core';
import type { DepositId } from '../depositId.js';
import type { NewJob } from './createJobs.js';

/** A payout that is due. */
export interface PayoutJob {
  readonly kind: 'fill' | 'refund';
  readonly orderId: string;
  /** Part of the order that is paid by itself; a label, never taken apart. */
  readonly leg: string;
  /** Chain that pays. */
  readonly chainId: number;
  readonly deposit: DepositId;
  /** The most that the payout may use of the deposit, in smallest units. */
  readonly amount: bigint;
  readonly reason: FailReason;
  /** The deposit of a fill came after the order's time, under late terms. Default: in time. */
  readonly isLate?: boolean | undefined;
  /** Milliseconds until it is due, by the database's clock; at once when left out. */
  readonly delayMs?: number | undefined;
}

/** The job that makes a payout; asked for twice, with the same order and leg, it is done once. */
export function payoutJob(job: PayoutJob): NewJob {
  return job;
}
