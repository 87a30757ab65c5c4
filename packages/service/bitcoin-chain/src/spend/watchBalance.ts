import { scriptOf } from '@portage/bitcoin/transaction';
import { createCoinControl, type CoinControlOptions } from './createCoinControl.js';
import { balanceOf, openCoins, type CoinReading } from './openCoins.js';
import type { OpenedMoney } from './openSpend.js';

/** Milliseconds for which coins are believed without a new reading. */
const ageMsMax = 7_200_000;

/** Fee rates that changes of coins are planned with. */
export type PlanningRates = Pick<CoinControlOptions, 'feeRate' | 'feeRateMax'>;

/** Keeps the coins of an account that this process does not sign for. */
export async function watchBalance(
  reading: CoinReading,
  address: string,
  rates: PlanningRates,
): Promise<OpenedMoney> {
  const script = scriptOf(address, reading.network);
  const accounts = [{ address, script }];
  const coins = await openCoins(reading, { accounts, ageMsMax, isSpending: false });
  return {
    accounts,
    balance: () => balanceOf(coins, script),
    balanceOf: (own) => balanceOf(coins, own.script),
    unlisted: coins.unlisted,
    refresh: () => coins.refresh(reading.signal),
    coins: createCoinControl({ ...rates, sender: address, script, confirmed: coins.confirmed }),
  };
}
