import * as Money from '../../money/Money.js';
import type { Chain } from '../chain.js';
import { findAsset } from '../chains.js';
import { ageOf, type Observed } from '../../observed.js';

/** Progress of a chain, by its own word. */
export interface ChainProgress {
  readonly height: number;
  /** Height at or below which the chain itself says that nothing changes any more. */
  readonly finalizedHeight: number;
  /** Height at or below which the chain calls blocks safe; undefined where it was not asked. */
  readonly safeHeight?: number | undefined;
}

/** More than anything is worth: what has no price waits as long as the most expensive. */
const unknownValue = 2n ** 96n;

/** A price from before this is no price. */
const priceAgeMsMax = 300_000;

/** Amount of a currency, in smallest units. */
export interface ValuedAmount {
  /** Address of the currency on the chain. */
  readonly currency: string;
  readonly amount: bigint;
}

/**
 * Value of an amount in micro-USD, rounded up, for deciding how many blocks must stand on it.
 * Without a fresh price it counts as more than anything.
 *
 * @param now - milliseconds since 1970
 * @example
 * ```ts
 * valueAtRisk(chain, deposit, prices, now); // 25000000n: 25 USD
 * ```
 */
export function valueAtRisk(
  chain: Chain,
  { currency, amount }: ValuedAmount,
  prices: (assetId: string) => Observed<Money.Price> | undefined,
  now: number,
): bigint {
  const asset = findAsset(chain, currency);
  const price = asset === undefined ? undefined : prices(asset.id);
  if (asset === undefined || price === undefined || ageOf(price, now) > priceAgeMsMax)
    return unknownValue;
  return Money.usdUp(amount, asset.decimals, price.value);
}

/**
 * Whether enough blocks stand on something of this value for money to be spent because of it.
 *
 * @example
 * ```ts
 * isFinalAt(chain, event.height, valueAtRisk(chain, event, prices, now), {
 *   height: 120,
 *   finalizedHeight: 60,
 * });
 * ```
 */
export function isFinalAt(
  chain: Pick<Chain, 'finality'>,
  height: number,
  valueMicroUsd: bigint,
  progress: ChainProgress,
): boolean {
  if (height <= progress.finalizedHeight) return true;
  const needed = chain.finality.confirmations(valueMicroUsd);
  if (needed === 'safe') return height <= (progress.safeHeight ?? -1);
  return needed !== 'finalized' && progress.height - height + 1 >= needed;
}
