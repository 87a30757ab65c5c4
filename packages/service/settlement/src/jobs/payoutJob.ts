import type { FailReason } from '@portage/core';
import type { NewJob } from './createJobs.js';
import { depositKey, mainLeg, parseDepositKey, type DepositId } from '../depositId.js';

/**
 * What the job of a payment says as JSON; its key holds the order, and the deposit's key where that
 * is.
 */
export interface StoredSpend {
  readonly leg: string;
  /** Key of the deposit that pays for it. */
  readonly deposit: string;
  /** What the payment may use of the deposit, in smallest units. */
  readonly gross: string;
  readonly reason: FailReason;
  /** The deposit of a fill came after the order's time, under late terms. */
  readonly isLate?: true;
}

/** What the job of a payment says. */
export interface SpendPayload extends StoredSpend, DepositId {
  readonly orderId: string;
}

/** What a payment rests on. */
export interface SpendRequest {
  readonly kind: 'fill' | 'refund';
  /** Chain that pays. */
  readonly chainId: number;
  readonly orderId: string;
  readonly leg: string;
  readonly deposit: DepositId;
  readonly gross: bigint;
  readonly reason: FailReason;
  readonly isLate?: boolean;
  /** Milliseconds since 1970; at once when left out. */
  readonly runAt?: number | undefined;
}

/** The job that makes a payment; asked for twice, it is done once. */
export function payoutJob({
  kind,
  chainId,
  orderId,
  leg,
  deposit,
  gross,
  reason,
  isLate,
  runAt,
}: SpendRequest): NewJob {
  const payload: StoredSpend = {
    leg,
    deposit: depositKey(deposit),
    gross: gross.toString(),
    reason,
    ...(isLate === true ? { isLate } : {}),
  };
  return { kind, key: leg === mainLeg ? orderId : `${orderId}:${leg}`, chainId, payload, runAt };
}

/** What the job of a payment says, from its key and what is stored beside it. */
export function readSpendJob(key: string, stored: StoredSpend): SpendPayload {
  return { ...stored, ...parseDepositKey(stored.deposit), orderId: key.split(':', 1)[0] ?? key };
}
