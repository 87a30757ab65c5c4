import type { FailReason } from '@portage/core';
import type { NewJob } from '../jobs/createJobs.js';
import { depositKey, mainLeg, type DepositId } from './depositKey.js';

/** What the job of a payment says, as JSON. */
export interface SpendPayload extends DepositId {
  readonly orderId: string;
  readonly leg: string;
  /** Key of the deposit that pays for it. */
  readonly deposit: string;
  /** What the payment may use of the deposit, in smallest units. */
  readonly gross: string;
  readonly reason: FailReason;
  /** The deposit of a fill came after the order's time, under late terms. */
  readonly isLate?: true;
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
export function spendJob({ kind, chainId, orderId, leg, deposit, gross, reason, isLate, runAt }: SpendRequest): NewJob {
  const { chainId: depositChainId, txId, ordinal } = deposit;
  const payload: SpendPayload = {
    chainId: depositChainId, txId, ordinal, orderId, leg, deposit: depositKey(deposit), gross: gross.toString(), reason, ...(isLate === true ? { isLate } : {}),
  };
  return { kind, key: leg === mainLeg ? orderId : `${orderId}:${leg}`, chainId, payload, runAt };
}
