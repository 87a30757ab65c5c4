import type { PaymentIntent } from '@portage/core/chain';
import type { Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import type { LedgerChain } from '../../books/ledger/accounts.js';
import { sponsorReserveEntry } from '../../books/ledger/entries/sponsorEntries.js';
import {
  takeSigned,
  type Signing,
  type StoredTransaction,
} from '../../transactions/outbox/signedTransactions.js';
import {
  commitTransactions,
  rewriteSettlements,
  openSettlements,
  type RewrittenSettlement,
} from '../../transactions/outbox/storeTransactions.js';
import { outflowsOf, type Outflow } from '../../transactions/settlements/outflowsOf.js';
import { toPayoutIntent } from '../../transactions/settlements/payoutIntent.js';
import { writeSponsoredTopups } from '../../books/sponsors/sponsoredTopups.js';
import type { Payment } from './payoutDecision.js';
import { payoutSponsorReserve, payoutTopup } from './payoutSponsor.js';

function toSettlement(chain: LedgerChain, { spend, decision }: Payment): RewrittenSettlement {
  const { orderId, leg, deposit, reason } = spend.job;
  const { intent, source, gasReserve } = decision;
  return {
    orderId,
    leg,
    deposit,
    kind: intent.type,
    chainId: chain.id,
    intent: toPayoutIntent(intent, source),
    gasReserved: gasReserve,
    reason,
  };
}

function reservedOf(
  { native }: LedgerChain,
  { decision: { intent, gasReserve } }: Payment,
): readonly Outflow[] {
  return [{ currency: native, amount: gasReserve }, ...outflowsOf(intent, native)];
}

/**
 * Sets apart what fills will charge their sponsors. The database refuses to take more than there
 * is.
 */
async function reserveSponsors(
  tx: Transaction,
  { ledger }: Pick<SettlementContext, 'ledger'>,
  chain: LedgerChain,
  payments: readonly Payment[],
): Promise<void> {
  const reservations = payments.flatMap((payment) => payoutSponsorReserve(payment) ?? []);
  // Both travel with the commit, so neither waits for the other.
  await Promise.all([
    ledger.book(tx, reservations.map(sponsorReserveEntry)),
    writeSponsoredTopups(
      tx,
      payments.flatMap((payment) => payoutTopup(chain.id, payment) ?? []),
    ),
  ]);
}

/**
 * Reserves payouts: their settlements, what they take of inventory and sponsors, and their signed
 * bytes are durable with the commit of `tx`, which also deletes their jobs. Transactions are signed
 * while the settlements are being written, and everything travels with the commit.
 *
 * @returns what was signed, in the order of the payments
 */
export async function reservePayouts(
  tx: Transaction,
  settlement: Pick<SettlementContext, 'ledger'>,
  { chain, sender, firstSequence, sign }: Signing<PaymentIntent>,
  payments: readonly Payment[],
): Promise<readonly StoredTransaction[]> {
  if (payments.length === 0) return [];
  const settlementsWhere = (isRewrite: boolean): readonly RewrittenSettlement[] =>
    payments
      .filter(({ decision }) => decision.isRewrite === isRewrite)
      .map((payment) => toSettlement(chain, payment));
  tx.withCommit(openSettlements(tx, settlementsWhere(false)));
  tx.withCommit(rewriteSettlements(tx, settlementsWhere(true)));
  tx.withCommit(reserveSponsors(tx, settlement, chain, payments));
  const signed = await sign(
    payments.map(({ decision }) => decision.intent),
    firstSequence,
  );
  const stored = payments.map(({ spend, decision }, index): StoredTransaction => ({
    purpose: decision.intent.type,
    orderId: spend.job.orderId,
    leg: spend.job.leg,
    transaction: takeSigned(signed, firstSequence, index),
  }));
  tx.withCommit(
    commitTransactions(tx, {
      chainId: chain.id,
      sender,
      rows: stored.map((one) => ({ ...one, settlement: one })),
      reservations: payments.flatMap((payment) => reservedOf(chain, payment)),
      jobIds: payments.map(({ spend }) => spend.jobId),
    }),
  );
  return stored;
}
