import { Money } from '@portage/core';
import { keepsSurplus } from '../request/keepsSurplus.js';
import type { PricedRoute } from './pricedRoute.js';

/** A route whose expected amounts are asked for. */
export type ExpectedInputRoute = Pick<PricedRoute, 'route' | 'rates' | 'amounts' | 'swaps'>;

/**
 * The inventory that a swap behind the fill takes now, smallest units: without the tolerance that
 * an exact output adds. Pure.
 */
export function expectedInventoryOf({
  amounts,
  swaps,
}: Pick<PricedRoute, 'amounts' | 'swaps'>): bigint {
  return swaps.destination?.amountIn ?? amounts.inventory;
}

/**
 * The input that a route costs as its pools are now, smallest units of the input, rounded up: all
 * of it, less the tolerances of an exact output, since what pools leave of them goes back or to the
 * recipient. Where the solver keeps what is left, a tolerance is spent and nothing is taken off.
 * Pure.
 *
 * @see docs/spec/quote.md#details-totalImpact
 */
export function expectedInputOf(priced: ExpectedInputRoute): bigint {
  const { route, rates, amounts, swaps } = priced;
  if (keepsSurplus(route.request)) return amounts.input;
  const spare = amounts.inventory - expectedInventoryOf(priced);
  const returned = Money.convertDown(spare, rates.inventory, rates.deposit);
  const spent = amounts.deposit - returned;
  if (swaps.origin === undefined) return amounts.input - returned;
  // Where the least is paid in, the rest of what comes out stays with the payer.
  return Money.mulDivUp(swaps.origin.amountIn, spent, swaps.origin.amountOut);
}
