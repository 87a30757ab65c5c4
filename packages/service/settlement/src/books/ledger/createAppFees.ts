import type { Queryable } from '@portage/database';
import { findCurrency } from '../../orders/requests/currencies.js';
import { readAppFees, readAppFeeCollateral, type AppFeeBalance } from './readAppFees.js';
import { readPendingAppFees } from './readPendingAppFees.js';

/** Earnings of wallets with app fees. */
export interface AppFees {
  /**
   * Earnings that a wallet has not claimed, by currency.
   *
   * @param wallet - in the canonical form of the solver's chain, as quotes store recipients
   */
  balances(wallet: string): Promise<readonly AppFeeBalance[]>;
  /**
   * Part of {@link AppFees.balances} that is not final yet, by currency: it can be neither claimed
   * nor stand behind a fast fill.
   */
  pending(wallet: string): Promise<readonly AppFeeBalance[]>;
  /** Earnings of a wallet that stand behind fast fills under way, by currency. */
  held(wallet: string): Promise<readonly AppFeeBalance[]>;
  /**
   * A wire `Currency` as a quote showed it, for one that is no longer listed; undefined where none
   * did.
   */
  currency(chainId: number, address: string): Promise<unknown>;
}

/** Makes the verbs of app fees. */
export function createAppFees(database: Queryable): AppFees {
  return {
    balances: (wallet) => readAppFees(database, wallet),
    pending: (wallet) => readPendingAppFees(database, wallet),
    held: (wallet) => readAppFeeCollateral(database, wallet),
    currency: (chainId, address) => findCurrency(database, chainId, address),
  };
}
