import type { Queryable, Statement } from '@portage/database';
import { accounts } from './accounts.js';

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
  return rows.map(({ asset, balance }) => {
    const split = asset.indexOf(':');
    return {
      chainId: Number(asset.slice(0, split)),
      currency: asset.slice(split + 1),
      amount: balance,
    };
  });
}
