import { assert, isPortageError, Money, type PortageError } from '@portage/core';
import type { Catalog } from '../route/catalog.js';
import { fallbackRoutes } from '../route/fallbackRoutes.js';
import type { Route } from '../route/route.js';
import { expectedInputOf } from './expectedInput.js';
import type { Market } from './market.js';
import type { PricedRoute } from './pricedRoute.js';
import { priceRoute } from './priceRoute.js';
import { outputScore } from './outputScore.js';
import { raceRoutes } from './raceRoutes.js';
import { withVenues } from './withVenues.js';

/** At least one route. */
export type Routes = readonly [Route, ...Route[]];

/** Everything that a route is chosen with. */
export interface ChooseOptions {
  readonly market: Market;
  readonly catalog: Catalog;
  readonly randomBytes: (length: number) => Uint8Array;
}

/**
 * Prices the only route of a request, or the best of several, or the winner of a race. Where the
 * solver does not hold what is to be paid and the request allows fallbacks, the best of those.
 *
 * @throws PortageError as `priceRoute`; of the route itself where no fallback can be priced
 */
export async function chooseRoute(
  routes: Routes,
  { market, catalog, randomBytes }: ChooseOptions,
): Promise<PricedRoute> {
  const { isRace } = routes[0].request;
  const ranked = await withVenues(market, () =>
    isRace || routes.length > 1
      ? rankRoutes(routes, market)
      : ([onlyRoute(routes[0], market, catalog)] as const),
  );
  if (!isRace) return ranked[0];
  return await raceRoutes(ranked, {
    random: randomBytes(32),
    deadline: Math.floor(market.now / 1000) + market.policy.fillWindowSeconds,
  });
}

function onlyRoute(route: Route, market: Market, catalog: Catalog): PricedRoute {
  try {
    return priceRoute(route, market);
  } catch (error) {
    const [first, ...others] = isPortageError(error, 'INSUFFICIENT_LIQUIDITY')
      ? fallbackRoutes(route, catalog)
      : [];
    if (first === undefined) throw error;
    try {
      return rankRoutes([first, ...others], market)[0];
    } catch (failure) {
      throw isPortageError(failure) ? error : failure;
    }
  }
}

/**
 * Prices all routes of a request, the one that leaves most first: the most output, or the least
 * input without the tolerances that come back, the payer's own gas counted. Pure.
 *
 * @throws PortageError of the route that came furthest, where none can be priced
 */
export function rankRoutes(
  routes: Routes,
  market: Market,
): readonly [PricedRoute, ...PricedRoute[]] {
  const refusals: PortageError[] = [];
  const priced = routes.flatMap((route) => {
    try {
      const candidate = priceRoute(route, market);
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

function scoreOf(priced: PricedRoute): bigint {
  const { route, rates, amounts, payerGas } = priced;
  if (route.request.body.tradeType === 'EXACT_INPUT') return outputScore(priced, amounts.output);
  return -expectedInputOf(priced) - Money.convertUp(payerGas, rates.originNative, rates.input);
}
