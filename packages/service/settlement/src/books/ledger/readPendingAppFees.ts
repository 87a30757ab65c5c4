import type { Queryable } from '@portage/database';
import { readAppFees, type AppFeeBalance } from './readAppFees.js';
import { readClaimable } from './readClaimable.js';

/**
 * Earnings of a wallet that payouts brought whose blocks their chains do not call final yet, by
 * currency: a reorg may take them back. What is left of a balance of which more was claimed than
 * is final is pending as a whole.
 *
 * @param wallet - in the canonical form of the solver's chain, as quotes store recipients
 */
export async function readPendingAppFees(
  database: Queryable,
  wallet: string,
): Promise<readonly AppFeeBalance[]> {
  const balances = await readAppFees(database, wallet);
  const pending = await Promise.all(
    balances.map(async ({ chainId, currency, amount }) => {
      const claimable = await readClaimable(database, { wallet, chainId, currency });
      return { chainId, currency, amount: claimable > 0n ? amount - claimable : amount };
    }),
  );
  return pending.filter(({ amount }) => amount > 0n);
}
