import type { PaymentIntent } from '@portage/core/chain';
import type { Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import type { LedgerChain } from '../../books/ledger/accounts.js';
import { sponsorReserveEntry } from '../../books/ledger/entries/sponsorEntries.js';
import { writeSponsoredTopups } from '../../books/sponsors/sponsoredTopups.js';
import type { Signing, StoredTransaction } from '../../transactions/outbox/signedTransactions.js';
import { toPayoutIntent } from '../../transactions/settlements/payoutIntent.js';
import { reserve, type MadeObligation } from '../../transactions/outbox/reserve.js';
import type { Payment } from './payoutDecision.js';
import { payoutSponsorReserve, payoutTopup } from './payoutSponsor.js';
import { takenByPayout } from './takenByPayout.js';

function toMade(chain: LedgerChain, { spend, decision }: Payment): MadeObligation<PaymentIntent> {
  const { orderId, leg, deposit, reason } = spend.job;
  const { intent, source, gasReserve, isRewrite } = decision;
  const obligation = {
    kind: 'payout',
    pays: intent.type,
    orderId,
    leg,
    deposit,
    intent: toPayoutIntent(intent, source),
    gasReserved: gasReserve,
  } as const;
  const taken = takenByPayout(obligation, chain);
  return { obligation, taken, intent, jobId: spend.jobId, isRewrite, reason };
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

/** Reserves payouts, with what they take of sponsors. */
export function reservePayouts(
  tx: Transaction,
  settlement: Pick<SettlementContext, 'ledger'>,
  signing: Signing<PaymentIntent>,
  payments: readonly Payment[],
): Promise<readonly StoredTransaction[]> {
  const { chain } = signing;
  return reserve(
    tx,
    signing,
    payments.map((payment) => toMade(chain, payment)),
    () => reserveSponsors(tx, settlement, chain, payments),
  );
}
