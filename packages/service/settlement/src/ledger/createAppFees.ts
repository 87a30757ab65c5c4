import type { Queryable } from '@portage/database';
import { readAppFees, type AppFeeBalance } from './readAppFees.js';

/** Earnings of wallets with app fees. */
export interface AppFees {
  /**
   * Earnings that a wallet has not claimed, by currency.
   *
   * @param wallet - in the canonical form of the solver's chain, as quotes store recipients
   */
  balances(wallet: string): Promise<readonly AppFeeBalance[]>;
}

/** Makes the verbs of app fees. */
export function createAppFees(database: Queryable): AppFees {
  return { balances: (wallet) => readAppFees(database, wallet) };
}
