import type { Chain } from '@portage/core/chain';
import type { Log, Transaction } from '@portage/database';
import { haltChain } from '../../haltChain.js';
import type { SettlementContext } from '../../../books/context.js';
import { depositKey, mainLeg } from '../../../kit/depositId.js';
import {
  noEffects,
  type SettlementEffects,
} from '../../../transactions/effects/settlementEffects.js';
import { writeEffects } from '../../../transactions/effects/writeEffects.js';
import { hashArray, hashBytes } from '../../../kit/hashId.js';
import { ledgerAsset } from '../../../books/ledger/accounts.js';
import type { Entry } from '../../../books/ledger/createLedger.js';
import { reclaimEntry } from '../../../books/ledger/entries/depositEntries.js';
import { isCovered } from '../../../books/ledger/isCovered.js';
import { sponsorReturn } from '../../../books/sponsors/sponsorReserveOf.js';
import { keepRest, restLeg } from '../../../transactions/settlements/keepRest.js';
import { judgeReclaim, type ReclaimOutcome } from './judgeReclaim.js';
import type { ReclaimEvent } from './reclaimEvents.js';
import { readHeldParts, type DepositPart } from './readHeldParts.js';

/** Everything that reclaims are booked with. */
export interface ReclaimContext {
  readonly settlement: SettlementContext;
  readonly log: Log;
}

/** Deletes the jobs that rest on a depositor's money; one that is being decided is waited for. */
async function endJobs(tx: Transaction, chainId: number, event: ReclaimEvent): Promise<void> {
  await tx.query(
    `delete from jobs j using deposits d
       where d.chain_id = $1 and d.order_id = $2 and d.depositor = $3 and d.currency = $4 and d.state = 'final'
         and j.deposit_chain_id = d.chain_id and j.deposit_tx_id = d.tx_id and j.deposit_ordinal = d.ordinal`,
    [chainId, hashBytes(event.orderId), event.depositor, event.currency],
  );
}

/**
 * Closes the settlements of parts whose money is gone, so that nothing else pays with it; one that
 * is not there yet pays nothing.
 */
async function closeParts(
  tx: Transaction,
  chainId: number,
  txId: string,
  parts: readonly DepositPart[],
): Promise<void> {
  if (parts.length === 0) return;
  const closed = parts.map((part) => ({ ...part, leg: legOf(part) }));
  // A deposit that no order takes has no leg until something takes it.
  await tx.query(
    `update deposits d set outcome = 'refund', leg = t.leg from unnest($2::text[], $3::int[], $4::text[]) as t (tx_id, ordinal, leg)
       where d.chain_id = $1 and d.tx_id = t.tx_id and d.ordinal = t.ordinal and d.outcome = 'suspense'`,
    [
      chainId,
      closed.map(({ deposit }) => deposit.txId),
      closed.map(({ deposit }) => deposit.ordinal),
      closed.map(({ leg }) => leg),
    ],
  );
  await tx.query(
    `insert into settlements as s (order_id, leg, kind, chain_id, intent, deposit_chain_id, deposit_tx_id, deposit_ordinal, settled_at, collected_by)
       select order_id, leg, 'refund', $1::bigint, intent::jsonb, $1, tx_id, ordinal, clock_timestamp(), $2::text
         from unnest($3::bytea[], $4::text[], $5::text[], $6::text[], $7::int[]) as t (order_id, leg, intent, tx_id, ordinal)
       on conflict (order_id, leg) do update set settled_at = coalesce(s.settled_at, excluded.settled_at), collected_by = excluded.collected_by`,
    [
      chainId,
      txId,
      hashArray(closed.map(({ orderId }) => orderId)),
      closed.map(({ leg }) => leg),
      closed.map(({ amount }) => JSON.stringify(emptyIntent(amount))),
      closed.map(({ deposit }) => deposit.txId),
      closed.map(({ deposit }) => deposit.ordinal),
    ],
  );
}

/** Leg of a part; that of a deposit which no order takes is named after it. */
function legOf({ leg, deposit }: DepositPart): string {
  return leg === '' ? depositKey(deposit) : leg;
}

function emptyIntent(amount: bigint): Readonly<Record<string, unknown>> {
  const credit = { asset: '', amount: amount.toString() };
  return { type: 'refund', currency: '', recipient: '', amount: '0', credit, solver: '' };
}

/** Booking of money that a depositor took. Pure. */
function entryOf(
  chainId: number,
  { txId, ordinal, currency, depositor }: ReclaimEvent,
  { ended, withdrawn, suspense, lost }: ReclaimOutcome,
): Entry {
  return reclaimEntry(depositKey({ chainId, txId, ordinal }), {
    asset: ledgerAsset(chainId, currency),
    owner: depositor,
    escrow: ended,
    withdrawable: withdrawn,
    suspense,
    lost,
  });
}

/** Effects of money that a depositor took. Pure. */
export function reclaimEffects(
  chainId: number,
  event: ReclaimEvent,
  outcome: ReclaimOutcome,
  parts: readonly DepositPart[],
): SettlementEffects {
  const endedParts = parts.filter((part) => outcome.ended.includes(part));
  return {
    ...noEffects,
    entries: [
      entryOf(chainId, event, outcome),
      ...endedParts.flatMap(({ orderId, intent }) =>
        sponsorReturn(orderId, intent?.executionTerms),
      ),
    ],
    requests: endedParts
      .filter(({ leg }) => leg === mainLeg)
      .map(({ orderId }) => ({
        orderId,
        events: ['refunded'],
        outTxIds: [event.txId],
        failReason: 'RECLAIMED',
      })),
  };
}

/** Money that a depositor took, of which the books hold less than its parts: all of it is lost. */
const unknownTo = (amount: bigint): ReclaimOutcome => ({
  ended: [],
  gone: [],
  rest: undefined,
  withdrawn: 0n,
  suspense: 0n,
  lost: amount,
  isPaidTwice: true,
});

/** Meaning of the money by its parts, as far as the books hold what it takes. */
async function judgeByBooks(
  tx: Transaction,
  chainId: number,
  event: ReclaimEvent,
  parts: readonly DepositPart[],
): Promise<ReclaimOutcome> {
  const outcome = judgeReclaim(parts, event.amount);
  const isHeld = await isCovered(tx, entryOf(chainId, event, outcome));
  return isHeld ? outcome : unknownTo(event.amount);
}

async function takeReclaim(
  tx: Transaction,
  { settlement, log }: ReclaimContext,
  chain: Chain,
  event: ReclaimEvent,
): Promise<void> {
  const { orderId, depositor, currency, amount, txId } = event;
  await endJobs(tx, chain.id, event);
  const parts = await readHeldParts(tx, settlement.orders, chain.id, event);
  if (parts.length === 0) {
    log('somebody took back what was never booked', { chain: chain.slug, orderId, txId });
    return;
  }
  const outcome = await judgeByBooks(tx, chain.id, event, parts);
  const gone = new Set([...outcome.ended, ...outcome.gone]);
  await closeParts(
    tx,
    chain.id,
    txId,
    parts.filter((part) => gone.has(part)),
  );
  const divided = parts.find((part) => part === outcome.rest?.part);
  if (divided !== undefined && outcome.rest !== undefined)
    await keepRest(
      tx,
      { orderId: divided.orderId, leg: `${restLeg} ${txId}` },
      { deposit: divided.deposit, amount: outcome.rest.amount },
    );
  await writeEffects(tx, settlement, reclaimEffects(chain.id, event, outcome, parts));
  if (outcome.lost === 0n) return;
  const loss = `${depositor} took back ${amount.toString()} of ${currency} of order ${orderId}, of which ${outcome.lost.toString()} was paid out before`;
  log('a depositor took back what was earned', { chain: chain.slug, orderId, txId, loss });
  if (outcome.isPaidTwice) await haltChain(tx, chain.id, `${loss}.`);
}

/**
 * Books money that depositors took out of the depository themselves. What was still to be paid is
 * paid no more, and the request of a payer that has its money back ends as `refund`. Money that was
 * paid out before is a loss: it is booked, and the chain halts until an operator has looked.
 */
export async function takeReclaims(
  tx: Transaction,
  context: ReclaimContext,
  chain: Chain,
  events: readonly ReclaimEvent[],
): Promise<void> {
  for (const event of events) await takeReclaim(tx, context, chain, event);
}
