import { scriptOf } from '@portage/bitcoin/transaction';
import { balanceOf, openCoins, type CoinReading } from './openCoins.js';
import type { OpenedMoney } from './openSpend.js';

/** Milliseconds for which coins are believed without a new reading. */
const ageMsMax = 7_200_000;

/** Keeps the balance of an account that this process does not sign for. */
export async function watchBalance(reading: CoinReading, address: string): Promise<OpenedMoney> {
  const script = scriptOf(address, reading.network);
  const accounts = [{ address, script }];
  const coins = await openCoins(reading, { accounts, ageMsMax, isSpending: false });
  return {
    accounts,
    balance: () => balanceOf(coins, script),
    balanceOf: (own) => balanceOf(coins, own.script),
    unlisted: coins.unlisted,
    refresh: () => coins.refresh(reading.signal),
  };
}
