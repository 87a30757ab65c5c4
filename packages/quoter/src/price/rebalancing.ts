import { Money, type Side } from '@portage/core';
import type { Place } from '../route/catalog.js';
import type { Route } from '../route/findRoute.js';
import type { Market, RoutePrices } from './market.js';
import { readBalance } from './readMarket.js';

/** How far the solver is from what it wants to hold at a place, in micro-USD. */
interface Skew {
  readonly target: bigint;
  readonly balance: bigint;
}

function readSkew(place: Place, side: Side, market: Market): Skew | undefined {
  const target = market.policy.rebalancing.targetsMicroUsd[place.name] ?? 0n;
  if (target <= 0n) return undefined;
  return { target, balance: Money.usdDown(readBalance(place, market), side.decimals, side.price) };
}

/**
 * What is over the target in the middle of a movement, between minus and plus the target; 0 of 1
 * without a target.
 */
function deviation(
  skew: Skew | undefined,
  moved: bigint,
): { readonly over: bigint; readonly target: bigint } {
  if (skew === undefined) return { over: 0n, target: 1n };
  const over = skew.balance + moved / 2n - skew.target;
  const most = over < skew.target ? over : skew.target;
  return { target: skew.target, over: most > -skew.target ? most : -skew.target };
}

/**
 * What a payment costs for the way in which it moves liquidity, by its input: a charge where it
 * takes what is scarce or brings what is plenty, a reward (negative) where it does the opposite, at
 * most `rebalancing.bpsMax` of the input. The price is that of the middle of the movement. Charges
 * are rounded up, rewards down.
 *
 * @returns the price of an input, both in the origin currency
 */
export function createRebalancing(
  { origin, held }: Route,
  market: Market,
  prices: RoutePrices,
): (amountIn: bigint) => bigint {
  const { bpsMax } = market.policy.rebalancing;
  const from = readSkew(origin, prices.origin, market);
  const to = readSkew(held, prices.held, market);
  if (from === undefined && to === undefined) return () => 0n;
  return (amountIn) => {
    const value = Money.usdDown(amountIn, prices.origin.decimals, prices.origin.price);
    const brought = deviation(from, value);
    const taken = deviation(to, -value);
    const slope = (brought.over * taken.target - taken.over * brought.target) * bpsMax;
    const whole = 2n * brought.target * taken.target * Money.wholeBps;
    return slope >= 0n
      ? Money.mulDivUp(amountIn, slope, whole)
      : -Money.mulDivDown(amountIn, -slope, whole);
  };
}
