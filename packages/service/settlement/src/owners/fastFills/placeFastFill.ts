import { standardError } from '@portage/core';
import { codeOf, type Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { mainLeg } from '../../kit/depositId.js';
import { hashBytes } from '../../kit/hashId.js';
import {
  fastFillCollateralEntry,
  type FastFillCollateral,
} from '../../books/ledger/entries/fastFillEntries.js';
import { lockClaimable, readClaimable } from '../../books/ledger/readClaimable.js';
import { chainIdOf, currencyOf } from '../../books/ledger/accounts.js';

/** A fast fill as an app asks for it. */
export interface NewFastFill extends FastFillCollateral {
  /** Deposit up to which the hold stands, in smallest units of the order's deposit currency. */
  readonly depositAmount: bigint;
}

/**
 * Outcome of the demand. `held`: the hold stands. `known`: the order has or had one. `late`: the
 * order is settled, its deposit is final, or its request has ended, and nothing is held.
 */
export type PlacedFastFill = 'held' | 'known' | 'late';

/** SQLSTATE of a balance that would fall below zero. */
const belowZero = '23514';

async function isLate(tx: Transaction, orderId: string): Promise<boolean> {
  const [row] = await tx.query<{ isLate: boolean }>(
    `select exists (select from settlements where order_id = $1 and leg = $2)
        or exists (select from deposits where order_id = $1 and state = 'final')
        or exists (select from request_states where order_id = $1 and status in ('success', 'refund', 'failure')) as "isLate"`,
    [hashBytes(orderId), mainLeg],
  );
  return row?.isLate === true;
}

/**
 * Whether an app has earned what is to stand behind an order, by payouts that are final: a reorg
 * may still take the others back, and what they brought must be there then. Locks the balances.
 */
async function isEarned(
  tx: Transaction,
  { wallet, collateral }: FastFillCollateral,
): Promise<boolean> {
  // In one order, so that two demands of one app do not wait for each other.
  for (const { asset, amount } of collateral.toSorted((a, b) => (a.asset < b.asset ? -1 : 1))) {
    const of = { wallet, chainId: chainIdOf(asset), currency: currencyOf(asset) };
    await lockClaimable(tx, of);
    if ((await readClaimable(tx, of)) < amount) return false;
  }
  return true;
}

/**
 * Sets an app's earnings apart for the fast fill of an order, once an order, in one transaction.
 *
 * @throws PortageError `FAST_FILL_BALANCE_TOO_LOW` where the app does not have them any more
 */
export async function placeFastFill(
  { transaction, ledger }: Pick<SettlementContext, 'transaction' | 'ledger'>,
  fastFill: NewFastFill,
): Promise<PlacedFastFill> {
  const { orderId, wallet, collateral, depositAmount } = fastFill;
  const content = JSON.stringify(
    collateral.map(({ asset, amount }) => ({ asset, amount: amount.toString() })),
  );
  try {
    return await transaction(async (tx) => {
      const added = await tx.query(
        `insert into fast_fills (order_id, wallet, collateral, deposit_amount) values ($1, $2, $3::jsonb, $4)
           on conflict (order_id) do nothing returning 1`,
        [hashBytes(orderId), wallet, content, depositAmount],
      );
      if (added.length === 0) return 'known';
      if (await isLate(tx, orderId)) {
        await tx.query('delete from fast_fills where order_id = $1', [hashBytes(orderId)]);
        return 'late';
      }
      if (!(await isEarned(tx, fastFill))) throw standardError('FAST_FILL_BALANCE_TOO_LOW');
      await ledger.book(tx, [fastFillCollateralEntry(fastFill)]);
      return 'held';
    });
  } catch (error) {
    if (codeOf(error) === belowZero) throw standardError('FAST_FILL_BALANCE_TOO_LOW');
    throw error;
  }
}
