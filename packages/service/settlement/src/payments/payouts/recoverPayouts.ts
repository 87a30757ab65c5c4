import { Money } from '@portage/core';
import { int4Array, type Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { mainLeg } from '../../kit/depositId.js';
import { hashArray } from '../../kit/hashId.js';
import {
  joinEffects,
  noEffects,
  type SettlementEffects,
} from '../../transactions/effects/settlementEffects.js';
import { writeEffects } from '../../transactions/effects/writeEffects.js';
import type { LedgerChain } from '../../books/ledger/accounts.js';
import { sponsorReserveEntry } from '../../books/ledger/entries/sponsorEntries.js';
import type { RowOf } from '../../transactions/outbox/readOutbox.js';
import {
  openSettlements,
  rewriteSettlements,
  type RewrittenSettlement,
} from '../../transactions/outbox/storeTransactions.js';
import { toPayoutIntent } from '../../transactions/settlements/payoutIntent.js';
import type { MadePayout } from './payoutDecision.js';
import { takenByPayout } from './takenByPayout.js';
import { payoutSponsorReserve } from './payoutSponsor.js';
import { settlePayout } from './settlePayout.js';

/** The sender that made payments which the database has lost. */
export interface RecoveringSender {
  readonly chain: LedgerChain;
  readonly sender: string;
}

/** The transaction as the outbox would have it. Its bytes and its sequence are lost. */
function toRow(sender: string, { spend: { job }, decision }: MadePayout): RowOf<'payout'> {
  const { intent, source, made } = decision;
  return {
    txId: made.txId,
    place: made.place,
    raw: new Uint8Array(),
    sender,
    sequence: 0n,
    purpose: intent.type,
    state: 'sent',
    ageMs: 0,
    sentHeight: undefined,
    reorgCount: 0,
    versions: 1,
    obligation: {
      kind: 'payout',
      pays: intent.type,
      orderId: job.orderId,
      leg: job.leg,
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
  const { intent, made } = decision;
  // Its bytes are lost, so that each payment of the transaction bears the same.
  const parts = Money.split(decision.outcome.gasCost, Array<bigint>(made.payments).fill(1n));
  const outcome = { ...decision.outcome, gasCost: parts[made.place] ?? 0n };
  const row = toRow(sender, recovered);
  const reserve = payoutSponsorReserve(recovered);
  const place = { orderId, outTxIds: [made.txId] };
  return joinEffects([
    {
      ...noEffects,
      entries: reserve === undefined ? [] : [sponsorReserveEntry(reserve)],
      inventory: takenByPayout(row.obligation, chain).map(({ currency, amount }) => ({
        chainId: chain.id,
        sender,
        currency,
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

function toSettlement(
  chainId: number,
  { spend: { job }, decision: { intent, source } }: MadePayout,
): RewrittenSettlement {
  const { orderId, leg, deposit, reason } = job;
  return {
    orderId,
    leg,
    deposit,
    reason,
    chainId,
    kind: intent.type,
    intent: toPayoutIntent(intent, source),
    gasReserved: 0n,
  };
}

/**
 * Books payments that were made before the database was put back to an older state, or that
 * another account carried out, and ends their jobs: their settlements are open and closed at once,
 * and nothing is sent.
 */
export async function recoverPayouts(
  tx: Transaction,
  settlement: Pick<SettlementContext, 'ledger' | 'hub' | 'jobs'>,
  sender: RecoveringSender,
  recovered: readonly MadePayout[],
): Promise<void> {
  if (recovered.length === 0) return;
  const chainId = sender.chain.id;
  const settlementsWhere = (isThere: boolean): readonly RewrittenSettlement[] =>
    recovered
      .filter(({ spend }) => (spend.settlement !== undefined) === isThere)
      .map((one) => toSettlement(chainId, one));
  await openSettlements(tx, settlementsWhere(false));
  await rewriteSettlements(tx, settlementsWhere(true));
  // Reservations first: the end of a payment releases them.
  await writeEffects(tx, settlement, joinEffects(recovered.map((one) => effectsOf(sender, one))));
  await tx.query(
    `with made as (
       select * from unnest($2::text[], $3::text[], $4::bytea[], $5::int[]) as t (kind, tx_id, order_id, ordinal)
     ), filled as (
       update fills f set unbooked = false from made where made.kind = 'fill'
         and f.chain_id = $1 and f.tx_id = made.tx_id and f.order_id = made.order_id and f.unbooked
     )
     update releases r set unbooked = false from made where made.kind = 'refund'
       and r.chain_id = $1 and r.tx_id = made.tx_id and r.ordinal = made.ordinal and r.unbooked`,
    [
      chainId,
      recovered.map(({ decision }) => decision.intent.type),
      recovered.map(({ decision }) => decision.made.txId),
      hashArray(recovered.map(({ spend }) => spend.job.orderId)),
      int4Array(recovered.map(({ decision }) => decision.made.ordinal)),
    ],
  );
  tx.withCommit(
    settlement.jobs.done(
      tx,
      recovered.map(({ spend }) => spend.jobId),
    ),
  );
}
