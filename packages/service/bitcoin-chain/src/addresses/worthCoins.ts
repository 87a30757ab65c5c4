import { inputWeight, virtualSize } from '@portage/bitcoin/transaction';
import { largestFirst } from '../coins/confirmCoins.js';
import { sumOf, type OwnedCoin } from '../coins/coin.js';
import { feeOf } from '../coins/selectCoins.js';

/** Coins of one sweep at most, so that nodes pass it on; those that are left are swept next. */
export const sweptMax = 100;

/** Coins whose cost a quote counts. */
export const quotedCoins = 2;
/** A coin beyond those is swept when it is worth so many times what spending it costs. */
const worthFactor = 10n;

/**
 * Coins of an address that a sweep takes, the largest first. One that costs more than it brings
 * stays, and so does one beyond those that the quote paid for which hardly brings more: no payer
 * has us pay for a heap of dust. Pure.
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

/**
 * Amount that a sweep of coins brings into the depository: their sum, less what spending each costs
 * beyond those that the quote paid for. A payer with a heap of coins pays for the heap. Pure.
 *
 * @param coins - all that is swept
 * @param feeRate - satoshi for a thousand virtual bytes
 */
export function sweptAmount(coins: readonly Pick<OwnedCoin, 'value'>[], feeRate: bigint): bigint {
  const further = Math.max(0, coins.length - quotedCoins);
  const cost = further === 0 ? 0n : feeOf(feeRate, further * virtualSize(inputWeight('p2wpkh')));
  const sum = sumOf(coins);
  return sum > cost ? sum - cost : 0n;
}
