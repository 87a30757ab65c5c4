import { PortageError } from '@portage/core';
import { codeOf, numericArray, textArray, type Transaction } from '@portage/database';
import { clearHalt } from '../../chains/haltChain.js';
import { takeReconciled } from '../../chains/takeReconciled.js';
import type { SettlementContext } from '../../books/context.js';
import { noEffects, type SettlementEffects } from '../../transactions/effects/settlementEffects.js';
import { writeEffects } from '../../transactions/effects/writeEffects.js';
import { ledgerAsset } from '../../books/ledger/accounts.js';
import { differenceEntry } from '../../books/ledger/entries/reconciliationEntries.js';
import { findAwaited } from '../../payments/rebalances/findAwaited.js';
import { checkReason } from './checkReason.js';
import { readDifferences, type Difference } from './readDifferences.js';
import { depositoryName } from '../../kit/depositoryName.js';

/** Which differences of a chain are booked, and why. */
export interface Reconciliation {
  readonly chainId: number;
  /** Reason of the operator; it is kept with the booking. */
  readonly reason: string;
  /** All currencies when left out. */
  readonly currency?: string | undefined;
  /** Both when left out. */
  readonly of?: 'solver' | 'depository' | undefined;
  /** Age beyond which a comparison is not booked, in seconds. */
  readonly ageSecondsMax: number;
  /** Lets the chain go on where nothing is missing any more. */
  readonly clearsHalt: boolean;
}

/**
 * Outcome of a reconciliation: the differences that were booked, or `stale` where the last
 * comparison is missing or too old, or was not confirmed by a second one.
 */
export type Reconciled =
  | { readonly type: 'stale' }
  | {
      readonly type: 'booked';
      readonly differences: readonly Difference[];
      /** Whether less than the books say is left somewhere on the chain. */
      readonly isShort: boolean;
      /** Reason of the halt that was cleared. */
      readonly clearedHalt: string | undefined;
    };

const isOf = ({ account }: Difference, of: Reconciliation['of']): boolean =>
  of === undefined || (of === 'depository') === (account === depositoryName);

/** A difference with the id of the row that keeps its reason. */
interface NumberedDifference {
  readonly id: number;
  readonly difference: Difference;
}

/** Effects of booking differences, each under the id of its row. Pure. */
export function differenceEffects(booked: readonly NumberedDifference[]): SettlementEffects {
  const changes = booked.map(({ id, difference }) => {
    const { chainId, account, currency, balance, books } = difference;
    const sender = account === depositoryName ? undefined : account;
    return { ref: String(id), chainId, sender, currency, amount: balance - books };
  });
  return {
    ...noEffects,
    entries: changes.map(({ ref, chainId, sender, currency, amount }) =>
      differenceEntry({ ref, sender, asset: ledgerAsset(chainId, currency), amount }),
    ),
    inventory: changes.flatMap(({ chainId, sender, currency, amount }) =>
      sender === undefined ? [] : [{ chainId, sender, currency, balance: amount, reserved: 0n }],
    ),
  };
}

async function writeReconciliations(
  tx: Transaction,
  { chainId, reason }: Reconciliation,
  differences: readonly Difference[],
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    `insert into reconciliations (chain_id, account, currency, amount, reason)
       select $1::bigint, t.account, t.currency, t.amount, $2
         from unnest($3::text[], $4::text[], $5::numeric[]) with ordinality as t (account, currency, amount, place) order by place
       returning id`,
    [
      chainId,
      reason,
      textArray(differences.map(({ account }) => account)),
      textArray(differences.map(({ currency }) => currency)),
      numericArray(differences.map(({ balance, books }) => balance - books)),
    ],
  );
  await tx.query(
    `update balance_counts b set books = balance, since = now(), counted_at = now() from unnest($2::text[], $3::text[]) as t (account, currency)
       where b.chain_id = $1 and b.account = t.account and b.currency = t.currency`,
    [
      chainId,
      textArray(differences.map(({ account }) => account)),
      textArray(differences.map(({ currency }) => currency)),
    ],
  );
  return rows.map(({ id }) => id);
}

async function book(
  tx: Transaction,
  settlement: SettlementContext,
  wanted: Reconciliation,
): Promise<Reconciled> {
  const [chain] = await tx.query<{ reconciled: number }>(
    'select reconciled from chain_cursors where chain_id = $1 for update',
    [wanted.chainId],
  );
  const compared = await readDifferences(tx, wanted.chainId);
  if (chain === undefined || compared.length === 0) return { type: 'stale' };
  const awaited = await findAwaited(tx, wanted.chainId);
  // Inventory that a rebalance has brought is booked by its delivery.
  const differing = compared.filter(
    ({ account, currency, balance, books }) =>
      balance !== books &&
      !(
        balance > books &&
        awaited.some((one) => one.recipient === account && one.currency === currency)
      ),
  );
  const chosen = differing.filter(
    (one) =>
      isOf(one, wanted.of) && (wanted.currency === undefined || one.currency === wanted.currency),
  );
  const isFresh = chosen.every(
    ({ ageSeconds, isConfirmed }) => isConfirmed && ageSeconds <= wanted.ageSecondsMax,
  );
  const newest = Math.min(...compared.map(({ ageSeconds }) => ageSeconds));
  if (!isFresh || newest > wanted.ageSecondsMax) return { type: 'stale' };
  if (chosen.length > 0) {
    await takeReconciled(tx, wanted.chainId, chain.reconciled);
    const ids = await writeReconciliations(tx, wanted, chosen);
    const booked = chosen.flatMap((difference, index) => {
      const id = ids[index];
      return id === undefined ? [] : [{ id, difference }];
    });
    await writeEffects(tx, settlement, differenceEffects(booked));
  }
  const isShort = differing.some((one) => one.balance < one.books && !chosen.includes(one));
  const clearedHalt =
    wanted.clearsHalt && !isShort ? await clearHalt(tx, wanted.chainId, wanted.reason) : undefined;
  return { type: 'booked', differences: chosen, isShort, clearedHalt };
}

/**
 * Books what the last comparison of a chain has found beyond the books, or missing, with an
 * operator's reason, and lets the chain go on where that was asked for.
 *
 * @throws PortageError `INVALID_REQUEST` without a reason, `SERVICE_UNAVAILABLE` where payments
 *   under way hold more than is left
 */
export async function bookDifferences(
  settlement: SettlementContext,
  wanted: Reconciliation,
): Promise<Reconciled> {
  checkReason(wanted.reason);
  try {
    return await settlement.transaction((tx) => book(tx, settlement, wanted));
  } catch (error) {
    if (codeOf(error) !== '23514') throw error;
    throw new PortageError('SERVICE_UNAVAILABLE', {
      message: 'Payments that are under way hold more than the chain has left.',
      hint: 'Wait until the outbox of the chain is empty, or pay in what they lack.',
      cause: error,
    });
  }
}
