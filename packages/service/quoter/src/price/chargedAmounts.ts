import type { Charge } from './chargeInput.js';
import type { SwapSides } from './createSwapSide.js';
import type { Market } from './market.js';
import type { RouteAmounts, RouteSwaps } from './pricedRoute.js';
import type { RouteRates } from './rates.js';

/** Everything that amounts are worked out with. */
export interface AmountsInput {
  readonly market: Market;
  readonly rates: RouteRates;
  readonly sides: SwapSides;
}

/** Amounts of a route, with its swaps and its charge. */
export interface ChargedAmounts extends Pick<
  RouteAmounts,
  'input' | 'deposit' | 'inventory' | 'output'
> {
  readonly swaps: RouteSwaps;
  readonly charge: Charge;
}
