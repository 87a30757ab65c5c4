import { Money, type Price } from '@portage/core';
import type { PoolState } from '../swap/poolState.js';

/** A pool that prices an asset against a token that counts as a dollar. */
export interface PricedPool {
  readonly assetId: string;
  readonly address: string;
  /** Whether the asset is the first of the pool's tokens; the other one is the dollar. */
  readonly isToken0: boolean;
  readonly assetDecimals: number;
  readonly dollarDecimals: number;
  /** Dollars in smallest units below which the pool is too shallow to be believed. */
  readonly depthMin: bigint;
}

/** Smallest units of token1 for one of token0, as a fraction. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Ratio at which a pool would trade a very small amount, fee aside. */
export function spotRatio(state: PoolState): Ratio {
  if (state.kind === 'uniswap-v2')
    return { numerator: state.reserves[1], denominator: state.reserves[0] };
  return sqrtRatio(state.sqrtPriceX96);
}

/** The ratio of a square root price with 96 binary digits after the point. */
export function sqrtRatio(sqrtPriceX96: bigint): Ratio {
  return { numerator: sqrtPriceX96 * sqrtPriceX96, denominator: 1n << 192n };
}

/** USD per whole unit of the asset, rounded down; undefined where the ratio is none. */
export function priceAt(
  { numerator, denominator }: Ratio,
  { isToken0, assetDecimals, dollarDecimals }: PricedPool,
): Price | undefined {
  const [dollars, assets] = isToken0 ? [numerator, denominator] : [denominator, numerator];
  if (dollars === 0n || assets === 0n) return undefined;
  return {
    usdE12: Money.mulDivDown(
      dollars,
      Money.pow10(12 + assetDecimals),
      assets * Money.pow10(dollarDecimals),
    ),
  };
}

/**
 * How many dollars a pool has at its price: its reserve, or for concentrated liquidity the reserve
 * of a plain pool that would trade as this one does right now.
 */
export function dollarDepth(state: PoolState, { isToken0 }: PricedPool): bigint {
  if (state.kind === 'uniswap-v2') return state.reserves[isToken0 ? 1 : 0];
  if (state.sqrtPriceX96 === 0n) return 0n;
  return isToken0
    ? (state.liquidity * state.sqrtPriceX96) >> 96n
    : (state.liquidity << 96n) / state.sqrtPriceX96;
}
