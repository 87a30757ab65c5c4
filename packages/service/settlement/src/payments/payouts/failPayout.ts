import type { FailReason } from '@portage/core';
import { mainLeg } from '../../kit/depositId.js';
import { noEffects, type SettlementEffects } from '../../transactions/effects/settlementEffects.js';
import { payoutJob } from '../../kit/jobs/payoutJob.js';
import type { SettlingContext } from '../../transactions/outbox/endedTransaction.js';
import { isAbandoned } from '../../transactions/outbox/isAbandoned.js';
import type { RowOf } from '../../transactions/outbox/readOutbox.js';
import type { PayoutIntent } from '../../transactions/settlements/payoutIntent.js';
import { closed } from '../../transactions/outbox/closed.js';
import { takenByPayout } from './takenByPayout.js';

/** Milliseconds before a refund that failed is tried again. */
const refundRetryMs = 5_000;

function reasonOf(intent: PayoutIntent, isReverted: boolean): FailReason {
  if (intent.type === 'fill' && (intent.calls ?? []).length > 0) return 'EXECUTION_REVERTED';
  return isReverted ? 'TRANSACTION_REVERTED' : 'TRANSACTION_NOT_INCLUDED';
}

/**
 * Effects of a payout none of whose transactions can land any more: a fill's deposit goes back, a
 * refund is signed anew. Pure.
 *
 * @param isReverted - a transaction of it is on its chain and failed; otherwise all are replaced
 */
export function failPayout(
  context: SettlingContext,
  row: RowOf<'payout'>,
  isReverted: boolean,
): SettlementEffects {
  if (isAbandoned(row)) return noEffects;
  const { orderId, leg, intent, deposit } = row.obligation;
  const reason = reasonOf(intent, isReverted);
  return {
    ...closed(context, row, {
      taken: takenByPayout(row.obligation, context.chain),
      settled: false,
    }),
    requests:
      intent.type === 'fill' && leg === mainLeg
        ? [{ orderId, events: ['fillDropped'], failReason: reason }]
        : [],
    jobs: [
      payoutJob({
        kind: 'refund',
        chainId: deposit.chainId,
        orderId,
        leg,
        deposit,
        amount: BigInt(intent.credit.amount),
        reason,
        delayMs: intent.type === 'refund' ? refundRetryMs : undefined,
      }),
    ],
  };
}
