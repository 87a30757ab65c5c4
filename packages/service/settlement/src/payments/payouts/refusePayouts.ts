import type { Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { mainLeg } from '../../kit/depositId.js';
import { noEffects, type SettlementEffects } from '../../transactions/effects/settlementEffects.js';
import { writeEffects } from '../../transactions/effects/writeEffects.js';
import type { NewJob } from '../../kit/jobs/createJobs.js';
import { payoutJob } from '../../kit/jobs/payoutJob.js';
import { postponeJobs } from '../../kit/jobs/postponeJobs.js';
import { depositOwner } from '../../chains/deposits/depositOwner.js';
import { ledgerAsset, type LedgerChain } from '../../books/ledger/accounts.js';
import { unpayableEntry } from '../../books/ledger/entries/payoutEntries.js';
import {
  rewriteSettlements,
  openSettlements,
  type RewrittenSettlement,
} from '../../transactions/outbox/storeTransactions.js';
import type { RequestChange } from '../../orders/requests/changeRequests.js';
import type { PayoutIntent } from '../../transactions/settlements/payoutIntent.js';
import { sponsorReturn } from '../../books/sponsors/sponsorReserveOf.js';
import { noteUnpaidParts } from './noteUnpaidParts.js';
import type { RefusedPayout } from './payoutDecision.js';

function toRefundJob({ spend, decision }: RefusedPayout): readonly NewJob[] {
  if (decision.type !== 'refund') return [];
  const { deposit, orderId, leg, amount } = spend.job;
  return [
    payoutJob({
      kind: 'refund',
      chainId: deposit.chainId,
      orderId,
      leg,
      deposit,
      amount,
      reason: decision.reason,
    }),
  ];
}

function toChange({ spend, decision }: RefusedPayout): readonly RequestChange[] {
  const { orderId, leg } = spend.job;
  if (leg !== mainLeg) return [];
  if (decision.type === 'refund') return [{ orderId, events: [], failReason: decision.reason }];
  return decision.type === 'unpayable'
    ? [{ orderId, events: ['failed'], refundFailReason: decision.reason }]
    : [];
}

/**
 * The settlement of a refund that is not made: it pays nothing, and it keeps anything else from
 * paying.
 */
function emptySettlement(chainId: number, { spend }: RefusedPayout): RewrittenSettlement {
  const { job, deposit, order } = spend;
  const intent: PayoutIntent = {
    type: 'refund',
    currency: deposit.currency,
    recipient: '',
    amount: '0',
    credit: {
      asset: ledgerAsset(job.deposit.chainId, deposit.currency),
      amount: job.amount.toString(),
    },
    solver: order.solver,
  };
  return {
    orderId: job.orderId,
    leg: job.leg,
    deposit: job.deposit,
    kind: 'refund',
    chainId,
    intent,
    gasReserved: 0n,
    reason: job.reason,
  };
}

async function openEmptySettlements(
  tx: Transaction,
  chainId: number,
  unpayable: readonly RefusedPayout[],
): Promise<void> {
  const settlementsWhere = (isThere: boolean): readonly RewrittenSettlement[] =>
    unpayable
      .filter(({ spend }) => (spend.settlement !== undefined) === isThere)
      .map((one) => emptySettlement(chainId, one));
  await openSettlements(tx, settlementsWhere(false));
  await rewriteSettlements(tx, settlementsWhere(true));
}

/** Effects of payouts that are not made. Pure. */
export function writeOffPayouts(
  { native }: Pick<LedgerChain, 'native'>,
  refused: readonly RefusedPayout[],
): SettlementEffects {
  const unpayable = refused.filter(({ decision }) => decision.type === 'unpayable');
  return {
    ...noEffects,
    entries: [
      ...unpayable.map(({ spend: { job, deposit } }) =>
        unpayableEntry({
          orderId: job.orderId,
          leg: job.leg,
          asset: ledgerAsset(job.deposit.chainId, deposit.currency),
          amount: job.amount,
          owner: depositOwner(deposit, native),
        }),
      ),
      ...unpayable.flatMap(({ spend: { settlement, job } }) =>
        sponsorReturn(job.orderId, settlement?.intent.executionTerms),
      ),
    ],
    settlements: unpayable.map(({ spend: { job } }) => ({
      orderId: job.orderId,
      leg: job.leg,
      settled: true,
      gasReserved: 0n,
    })),
    requests: refused.flatMap(toChange),
    jobs: refused.flatMap(toRefundJob),
  };
}

/**
 * Writes everything of a batch that pays nothing: refunds to come, refunds that cannot be, and what
 * waits. Jobs that ended are deleted with the commit.
 *
 * @param chain - the chain that would have paid
 */
export async function refusePayouts(
  tx: Transaction,
  settlement: Pick<SettlementContext, 'ledger' | 'hub' | 'jobs'>,
  chain: LedgerChain,
  refused: readonly RefusedPayout[],
): Promise<void> {
  if (refused.length === 0) return;
  await openEmptySettlements(
    tx,
    chain.id,
    refused.filter(({ decision }) => decision.type === 'unpayable'),
  );
  await postponeJobs(
    tx,
    refused.flatMap(({ spend: { jobId }, decision }) => {
      if (decision.type !== 'wait') return [];
      const { delayMs, reason, isFailure } = decision;
      return [{ jobId, delayMs, reason, isFailure }];
    }),
  );
  await noteUnpaidParts(tx, refused);
  await writeEffects(tx, settlement, writeOffPayouts(chain, refused));
  const ended = refused.filter(({ decision }) => decision.type !== 'wait');
  if (ended.length > 0)
    tx.withCommit(
      settlement.jobs.done(
        tx,
        ended.map(({ spend }) => spend.jobId),
      ),
    );
}
