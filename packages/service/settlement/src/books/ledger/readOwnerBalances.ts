import type { Queryable, Statement } from '@portage/database';
import { accounts, chainIdOf } from './accounts.js';

/** Withdrawable balance of an owner in one currency, by the books. */
export interface OwnerBalance {
  /** Name of the currency in the ledger. */
  readonly asset: string;
  readonly chainId: number;
  readonly currency: string;
  /** Smallest units. */
  readonly amount: bigint;
}

/** A page of an owner's balances. */
export interface OwnerBalancesPage {
  readonly limit: number;
  /** Asset after which the page begins; the first page where left out. */
  readonly after?: string | undefined;
}

const statement: Statement = {
  name: 'withdrawable_of_owner',
  text: `select asset, balance from ledger_balances where account = $1 and balance > 0 and asset > $2 order by asset limit $3`,
};

/** Page of an owner's withdrawable balances in the books, ordered by asset. */
export async function readOwnerBalances(
  database: Queryable,
  owner: string,
  { limit, after = '' }: OwnerBalancesPage,
): Promise<readonly OwnerBalance[]> {
  const values = [accounts.withdrawable(owner), after, limit];
  const rows = await database.query<{ asset: string; balance: bigint }>(statement, values);
  return rows.map(({ asset, balance }) => ({
    asset,
    chainId: chainIdOf(asset),
    amount: balance,
    currency: asset.slice(asset.indexOf(':') + 1),
  }));
}
