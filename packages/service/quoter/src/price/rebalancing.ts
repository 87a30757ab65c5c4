import { Money, type PricedAsset } from '@portage/core';
import type { ListedCurrency } from '../route/catalog.js';
import type { Route } from '../route/route.js';
import type { Market } from './market.js';
import type { RouteRates } from './rates.js';

/** Target of the solver's holdings of a currency, and what it holds; micro-USD. */
interface Skew {
  readonly target: bigint;
  readonly balance: bigint;
}

function skewOf(
  currency: ListedCurrency,
  { decimals, price }: PricedAsset,
  market: Market,
): Skew | undefined {
  const target = market.policy.rebalancing.targetsMicroUsd[currency.name] ?? 0n;
  if (target <= 0n) return undefined;
  return { target, balance: Money.usdDown(market.balance(currency), decimals, price) };
}

/** Holdings above a target; micro-USD. */
interface Deviation {
  readonly over: bigint;
  readonly target: bigint;
}

/**
 * Holdings above the target in the middle of a movement, between minus and plus the target; 0 of 1
 * without a target.
 */
function deviation(skew: Skew | undefined, moved: bigint): Deviation {
  if (skew === undefined) return { over: 0n, target: 1n };
  const over = skew.balance + moved / 2n - skew.target;
  const most = over < skew.target ? over : skew.target;
  return { target: skew.target, over: most > -skew.target ? most : -skew.target };
}

/**
 * The price of the way in which a payment moves liquidity, by its input: a charge where it
 * takes what is scarce or brings what is plenty, a reward (negative) where it does the opposite, at
 * most `rebalancing.bpsMax` of the input. The price is that of the middle of the movement. Charges
 * are rounded up, rewards down.
 *
 * @returns the price of an input, both in the deposit currency
 */
export function createRebalancing(
  { depositCurrency, inventoryCurrency }: Route,
  market: Market,
  { deposit, inventory }: RouteRates,
): (amountIn: bigint) => bigint {
  const { bpsMax } = market.policy.rebalancing;
  const from = skewOf(depositCurrency, deposit, market);
  const to = skewOf(inventoryCurrency, inventory, market);
  if (from === undefined && to === undefined) return () => 0n;
  return (amountIn) => {
    const value = Money.usdDown(amountIn, deposit.decimals, deposit.price);
    const brought = deviation(from, value);
    const taken = deviation(to, -value);
    const slope = (brought.over * taken.target - taken.over * brought.target) * bpsMax;
    const whole = 2n * brought.target * taken.target * Money.wholeBps;
    return slope >= 0n
      ? Money.mulDivUp(amountIn, slope, whole)
      : -Money.mulDivDown(amountIn, -slope, whole);
  };
}
