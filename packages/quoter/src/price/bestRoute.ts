import type { FixedRate } from '@portage/fees';
import { assert, isPortageError, Money, type PortageError } from '@portage/core';
import type { Route } from '../route/findRoute.js';
import type { PricedRoute } from './pricedRoute.js';
import { priceRoute } from './priceRoute.js';
import type { Market } from './market.js';

/**
 * Prices all routes of a request and keeps the one that leaves most: the most output, or the least
 * input, the payer's own gas counted. Pure.
 *
 * @throws PortageError of the route that came furthest, where none can be priced
 */
export function bestRoute(
  routes: readonly [Route, ...Route[]],
  market: Market,
  fixedRate?: FixedRate,
): PricedRoute {
  const [best] = rankRoutes(routes, market, fixedRate);
  return best;
}

/** All routes that can be priced, the best first. @throws as {@link bestRoute} */
export function rankRoutes(
  routes: readonly [Route, ...Route[]],
  market: Market,
  fixedRate?: FixedRate,
): readonly [PricedRoute, ...PricedRoute[]] {
  const refusals: PortageError[] = [];
  const priced = routes.flatMap((route) => {
    try {
      const candidate = priceRoute(route, market, fixedRate);
      return [{ candidate, score: scoreOf(candidate) }];
    } catch (error) {
      if (!isPortageError(error)) throw error;
      refusals.push(error);
      return [];
    }
  });
  const [best, ...others] = priced
    .sort((a, b) => (a.score > b.score ? -1 : a.score < b.score ? 1 : 0))
    .map(({ candidate }) => candidate);
  if (best !== undefined) return [best, ...others];
  // A route that found its pools and failed later says more than one that found none.
  const refusal = refusals.find(({ code }) => code !== 'NO_SWAP_ROUTES_FOUND') ?? refusals[0];
  assert(refusal !== undefined, 'every route is priced or refused');
  throw refusal;
}

function scoreOf({ route, prices, amountGiven, amountOut, originGas }: PricedRoute): bigint {
  if (route.request.body.tradeType === 'EXACT_INPUT')
    return amountOut - Money.convertUp(originGas, prices.originNative, prices.destination);
  return -amountGiven - Money.convertUp(originGas, prices.originNative, prices.given);
}
