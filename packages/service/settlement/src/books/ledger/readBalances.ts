import type { Queryable } from '@portage/database';

/** Sum of accounts in one asset, in smallest units. */
export interface LedgerBalance {
  /** An account, or a kind of accounts with a colon and a star behind it: `escrow:*`. */
  readonly account: string;
  /** `chainId:currency`, or `usd`. */
  readonly asset: string;
  readonly balance: bigint;
  /** Number of accounts in the sum. */
  readonly accounts: number;
}

/** Sums of every kind of accounts, by asset; those of nothing are left out. */
export async function readBalanceSums(database: Queryable): Promise<readonly LedgerBalance[]> {
  return database.query<LedgerBalance & Readonly<Record<string, unknown>>>(`
select kind as account, asset, sum(balance) as balance, count(*)::int as accounts
  from (select case when strpos(account, ':') = 0 then account else split_part(account, ':', 1) || ':*' end as kind, asset, balance
      from ledger_balances where balance <> 0) as named
  group by kind, asset order by asset, kind`);
}

/**
 * Balances of one account, or of all accounts of a kind, by asset; at most `limit`. Accounts
 * without a balance are left out.
 *
 * @param name - an account as in `suspense` or `solver:0x…`, or a kind as in `escrow`
 */
export async function readBalances(
  database: Queryable,
  name: string,
  limit: number,
): Promise<readonly LedgerBalance[]> {
  return database.query<LedgerBalance & Readonly<Record<string, unknown>>>(
    `select account, asset, balance, 1 as accounts from ledger_balances
      where balance <> 0 and (account = $1 or starts_with(account, $1 || ':')) order by asset, account limit $2`,
    [name, limit],
  );
}
