import type { Queryable, Statement } from '@portage/database';
import { accounts, chainIdOf } from './accounts.js';

/** Earnings of a wallet in one currency that it has not claimed. */
export interface AppFeeBalance {
  readonly chainId: number;
  readonly currency: string;
  /** Smallest units. */
  readonly amount: bigint;
}

const readStatement: Statement = {
  name: 'app_fees_read',
  text: 'select asset, balance from ledger_balances where account = $1 and balance > 0 order by asset',
};

/**
 * Earnings of a wallet with app fees, by currency.
 *
 * @param wallet - in the canonical form of the solver's chain, as quotes store recipients
 */
export async function readAppFees(
  database: Queryable,
  wallet: string,
): Promise<readonly AppFeeBalance[]> {
  const rows = await database.query<{ asset: string; balance: bigint }>(readStatement, [
    accounts.appFee(wallet),
  ]);
  return rows.map(toBalance);
}

const readHeldStatement: Statement = {
  name: 'app_fees_held',
  text: `
select asset, sum(balance) as balance
  from (select 'app-fee:' || wallet || ':' || hash_text(order_id) as account from fast_fills where wallet = $1 and state = 'held') as holds
    join ledger_balances using (account) where balance > 0 group by asset order by asset`,
};

/**
 * Earnings of a wallet that stand behind fast fills under way, by currency.
 *
 * @param wallet - as {@link readAppFees} takes it
 */
export async function readAppFeeCollateral(
  database: Queryable,
  wallet: string,
): Promise<readonly AppFeeBalance[]> {
  const rows = await database.query<BalanceRow & Readonly<Record<string, unknown>>>(
    readHeldStatement,
    [wallet],
  );
  return rows.map(toBalance);
}

interface BalanceRow {
  readonly asset: string;
  readonly balance: bigint;
}

function toBalance({ asset, balance }: BalanceRow): AppFeeBalance {
  return {
    chainId: chainIdOf(asset),
    currency: asset.slice(asset.indexOf(':') + 1),
    amount: balance,
  };
}
