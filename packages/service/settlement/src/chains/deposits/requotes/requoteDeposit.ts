import type { FailReason } from '@portage/core';
import { depositKey, mainLeg } from '../../../kit/depositId.js';
import {
  noEffects,
  type SettlementEffects,
} from '../../../transactions/effects/settlementEffects.js';
import { payoutJob } from '../../../kit/jobs/payoutJob.js';
import type { OpenDeposit } from './readRequote.js';
import { openDepositId, requoteEntry, type RefusedRequote } from './writeRequote.js';

/** The order that was made for a deposit. */
export interface RequotedOrder {
  readonly orderId: string;
  readonly destinationChainId: number;
  /** Its fill was seen on the destination. */
  readonly isFilled: boolean;
}

/**
 * Effects of a deposit that has an order of its own: its escrow moves there, and the order is
 * filled. Pure.
 *
 * @param reorgCount - how often a reorg took the deposit back
 */
export function requoteDeposit(
  open: OpenDeposit,
  { orderId, destinationChainId, isFilled }: RequotedOrder,
  reorgCount: number,
): SettlementEffects {
  return {
    ...noEffects,
    entries: [requoteEntry(open, orderId, reorgCount)],
    requests: [
      {
        orderId,
        events: isFilled ? ['depositFinal', 'fillConfirmed'] : ['depositFinal'],
        inTxIds: inTxIdsOf(open),
      },
    ],
    jobs: [
      payoutJob({
        kind: 'fill',
        chainId: destinationChainId,
        orderId,
        leg: mainLeg,
        deposit: openDepositId(open),
        amount: open.deposit.amount,
        reason: 'N/A',
      }),
    ],
  };
}

/** Transfers of payers, or what brought them in where they were not found. */
function inTxIdsOf({ deposit, paidBy }: OpenDeposit): readonly string[] {
  return paidBy.length === 0 ? [deposit.txId] : paidBy;
}

/** Leg of the refund of a deposit that is not quoted: the address's own while it is open. Pure. */
export function refusedLeg(open: OpenDeposit, reason: FailReason): RefusedRequote {
  return { leg: open.isMainOpen ? mainLeg : depositKey(openDepositId(open)), reason };
}

/**
 * Effects of a deposit that cannot be quoted: it goes back, and ends the address's own request
 * where that still waited for its money. Pure.
 */
export function refundRequote(
  open: OpenDeposit,
  { leg, reason }: RefusedRequote,
): SettlementEffects {
  const { address, deposit, isMainOpen } = open;
  return {
    ...noEffects,
    requests: isMainOpen
      ? [
          {
            orderId: address.orderId,
            events: ['depositFinal'],
            inTxIds: inTxIdsOf(open),
            failReason: reason,
          },
        ]
      : [],
    jobs: [
      payoutJob({
        kind: 'refund',
        chainId: address.chainId,
        orderId: address.orderId,
        leg,
        deposit: openDepositId(open),
        amount: deposit.amount,
        reason,
      }),
    ],
  };
}
