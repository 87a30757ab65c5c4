import type { Queryable, Transaction } from '@portage/database';
import { accounts } from './accounts.js';

/** Balance of an owner in one asset. */
export interface WithdrawableAccount {
  readonly owner: string;
  readonly asset: string;
}

const balanceText = 'select balance from ledger_balances where account = $1 and asset = $2';

/** Withdrawable balance of an owner in the ledger, in smallest units. */
export async function readWithdrawable(
  database: Queryable,
  { owner, asset }: WithdrawableAccount,
): Promise<bigint> {
  const [row] = await database.query<{ balance: bigint }>(balanceText, [
    accounts.withdrawable(owner),
    asset,
  ]);
  return row?.balance ?? 0n;
}

/** Locks an owner's balance until the end of `tx`: other withdrawals wait for it. */
export async function lockWithdrawable(
  tx: Transaction,
  { owner, asset }: WithdrawableAccount,
): Promise<void> {
  await tx.query(`${balanceText} for update`, [accounts.withdrawable(owner), asset]);
}
