import { assert } from '@portage/core';
import type { Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { hashBytes } from '../../kit/hashId.js';
import { chainIdOf } from '../../books/ledger/accounts.js';
import {
  fastFillDebitEntry,
  fastFillReleaseEntry,
  fastFillReturnEntry,
  type FastFillCollateral,
} from '../../books/ledger/entries/fastFillEntries.js';
import type { Entry } from '../../books/ledger/createLedger.js';
import { readSender } from '../../kit/inventory/readSender.js';
import { paidText } from './paidText.js';
import type { OpenFastFill } from './readOpenFastFills.js';

/**
 * End of a fast fill: the app gets its earnings back, loses them, or gets back what it has lost.
 */
export type FastFillEnd = 'released' | 'debited' | 'returned';

interface FastFillRow {
  wallet: string;
  collateral: readonly { readonly asset: string; readonly amount: string }[];
}

/** Whether what the end was decided by still holds; rows that could change it are locked. */
async function stillHolds(
  tx: Transaction,
  { orderId, deposit, isPaid }: OpenFastFill,
): Promise<boolean> {
  if (deposit !== undefined) {
    const { chainId, event } = deposit;
    const rows = await tx.query(
      `select 1 from deposits where chain_id = $1 and tx_id = $2 and ordinal = $3 and block_hash = $4 and state = 'final' for share`,
      [chainId, event.txId, event.ordinal, event.blockHash],
    );
    return rows.length > 0;
  }
  const [row] = await tx.query<{ isFinal: boolean; isPaid: boolean }>(
    `select exists (select from deposits where order_id = $1 and state = 'final') as "isFinal",
        ${paidText('$1')} as "isPaid"`,
    [hashBytes(orderId)],
  );
  return row?.isFinal === false && row.isPaid === isPaid;
}

async function entryOf(
  tx: Transaction,
  end: FastFillEnd,
  hold: FastFillCollateral,
): Promise<Entry> {
  if (end === 'released') return fastFillReleaseEntry(hold);
  const collateral = [];
  for (const part of hold.collateral) {
    const solver = await readSender(tx, chainIdOf(part.asset));
    assert(solver !== undefined, 'what an app earned on a chain was earned by its solver');
    collateral.push({ ...part, solver });
  }
  const debit = { ...hold, collateral };
  return end === 'debited' ? fastFillDebitEntry(debit) : fastFillReturnEntry(debit);
}

/**
 * Ends a fast fill in one transaction, once: its state and the ledger move together.
 *
 * @returns false where it has ended already, or where what it was decided by no longer holds
 */
export async function endFastFill(
  { transaction, ledger }: Pick<SettlementContext, 'transaction' | 'ledger'>,
  fastFill: OpenFastFill,
  end: FastFillEnd,
): Promise<boolean> {
  const { orderId, state } = fastFill;
  return transaction(async (tx) => {
    const [row] = await tx.query<FastFillRow & Readonly<Record<string, unknown>>>(
      'select wallet, collateral from fast_fills where order_id = $1 and state = $2 for update',
      [hashBytes(orderId), state],
    );
    if (row === undefined || !(await stillHolds(tx, fastFill))) return false;
    await tx.query('update fast_fills set state = $2, ended_at = now() where order_id = $1', [
      hashBytes(orderId),
      end,
    ]);
    const collateral = row.collateral.map(({ asset, amount }) => ({
      asset,
      amount: BigInt(amount),
    }));
    const entry = await entryOf(tx, end, { orderId, wallet: row.wallet, collateral });
    const booked = await ledger.book(tx, [entry]);
    assert(booked.length === 1, 'a fast fill ends in each way once');
    return true;
  });
}
