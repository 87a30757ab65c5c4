import type { Transaction } from '@portage/database';
import type { SettlementContext } from '../context.js';
import { mainLeg } from '../depositId.js';
import { joinEffects, noEffects, type SettlementEffects } from '../effects/settlementEffects.js';
import { writeEffects } from '../effects/writeEffects.js';
import type { LedgerChain } from '../ledger/accounts.js';
import { sponsorReserveEntry } from '../ledger/entries/sponsorEntries.js';
import type { OutboxRow } from '../outbox/readOutbox.js';
import { openSettlements } from '../outbox/storeTransactions.js';
import { toPayoutIntent } from '../settlements/payoutIntent.js';
import type { MadePayout } from './payoutDecision.js';
import { outflowsOfPayout } from './payoutInventory.js';
import { payoutSponsorReserve } from './payoutSponsor.js';
import { settlePayout } from './settlePayout.js';

/** The sender that made payments which the database has lost. */
export interface RecoveringSender {
  readonly chain: LedgerChain;
  readonly sender: string;
}

/** The transaction as the outbox would have it. Its bytes and its sequence are lost. */
function toRow(sender: string, { spend: { job }, decision }: MadePayout): OutboxRow {
  const { intent, source, made } = decision;
  return {
    txId: made.txId,
    raw: new Uint8Array(),
    sender,
    sequence: 0n,
    purpose: intent.type,
    state: 'sent',
    ageMs: 0,
    sentHeight: undefined,
    reorgCount: 0,
    versions: 1,
    payout: {
      orderId: job.orderId,
      leg: job.leg,
      kind: intent.type,
      deposit: job.deposit,
      intent: toPayoutIntent(intent, source),
      gasReserved: 0n,
    },
    isSeen: true,
    isFilled: intent.type === 'fill',
  };
}

/** Effects of a payment that was made already: its reservation, and its end. Pure. */
function effectsOf({ chain, sender }: RecoveringSender, recovered: MadePayout): SettlementEffects {
  const { spend, decision } = recovered;
  const { orderId, leg } = spend.job;
  const { intent, made, outcome } = decision;
  const row = toRow(sender, recovered);
  const reserve = payoutSponsorReserve(recovered);
  const place = { orderId, outTxIds: [made.txId] };
  return joinEffects([
    {
      ...noEffects,
      entries: reserve === undefined ? [] : [sponsorReserveEntry(reserve)],
      inventory: outflowsOfPayout(chain, row).map(({ currency, amount }) => ({
        ...{ chainId: chain.id, sender, currency },
        balance: 0n,
        reserved: amount,
      })),
      requests:
        leg !== mainLeg
          ? []
          : intent.type === 'refund'
            ? [{ ...place, events: ['depositFinal', 'refunded'] }]
            : [{ ...place, events: ['depositFinal', 'fillConfirmed'], amountOut: made.amount }],
    },
    settlePayout({ chain }, { row, outcome }),
  ]);
}

/**
 * Books payments that were made before the database was put back to an older state, and ends their
 * jobs: their settlements are open and closed at once, and nothing is sent.
 */
export async function recoverPayouts(
  tx: Transaction,
  settlement: Pick<SettlementContext, 'ledger' | 'hub' | 'jobs'>,
  sender: RecoveringSender,
  recovered: readonly MadePayout[],
): Promise<void> {
  if (recovered.length === 0) return;
  const chainId = sender.chain.id;
  await openSettlements(
    tx,
    recovered.map(({ spend: { job }, decision: { intent, source } }) => ({
      orderId: job.orderId,
      leg: job.leg,
      kind: intent.type,
      chainId,
      intent: toPayoutIntent(intent, source),
      deposit: job.deposit,
      gasReserved: 0n,
    })),
  );
  // Reservations first: the end of a payment releases them.
  await writeEffects(tx, settlement, joinEffects(recovered.map((one) => effectsOf(sender, one))));
  const txIds = recovered.map(({ decision }) => decision.made.txId);
  await tx.query(
    `with booked as (update fills set unbooked = false where chain_id = $1 and tx_id = any($2::text[]) and unbooked)
     update releases set unbooked = false where chain_id = $1 and tx_id = any($2::text[]) and unbooked`,
    [chainId, txIds],
  );
  tx.withCommit(
    settlement.jobs.done(
      tx,
      recovered.map(({ spend }) => spend.jobId),
    ),
  );
}
