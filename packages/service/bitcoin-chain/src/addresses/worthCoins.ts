import { inputWeight, virtualSize } from '@portage/bitcoin/transaction';
import { largestFirst } from '../coins/confirmCoins.js';
import type { OwnedCoin } from '../coins/coin.js';
import { feeOf } from '../coins/selectCoins.js';

/** Coins of one sweep at most, so that nodes pass it on; those that are left are swept next. */
export const sweptMax = 100;

/** Coins whose cost a quote counts. */
const quotedCoins = 2;
/** A coin beyond those is swept when it is worth so many times what spending it costs. */
const worthFactor = 10n;

/**
 * Coins of an address that a sweep takes, the largest first. One that costs more than it brings
 * stays, and so does one beyond those that the quote paid for which hardly brings more: nobody has
 * us pay for a heap of dust. Pure.
 *
 * @param feeRate - satoshi for a thousand virtual bytes
 */
export function worthCoins<Coin extends OwnedCoin>(
  coins: readonly Coin[],
  feeRate: bigint,
): readonly Coin[] {
  const cost = feeOf(feeRate, virtualSize(inputWeight('p2wpkh')));
  return largestFirst(coins)
    .filter(({ value }, place) => value > (place < quotedCoins ? cost : worthFactor * cost))
    .slice(0, sweptMax);
}
