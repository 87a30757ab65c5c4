import type { FixedRate } from '@portage/fees';
import { isPortageError } from '@portage/core';
import type { Catalog } from '../route/catalog.js';
import { fallbackRoutes } from '../route/fallbackRoutes.js';
import type { Route } from '../route/findRoute.js';
import { bestRoute } from './bestRoute.js';
import type { PricedRoute } from './pricedRoute.js';
import { priceRoute } from './priceRoute.js';
import type { Market } from './market.js';

/**
 * Prices the only route of a request, or the best of several. Where the solver does not hold what
 * is to be paid and the request allows fallbacks, the best of those.
 *
 * @throws PortageError as `priceRoute`; of the route itself where no fallback can be priced
 */
export function chooseRoute(
  routes: readonly [Route, ...Route[]],
  catalog: Catalog,
  market: Market,
  fixedRate?: FixedRate,
): PricedRoute {
  if (routes.length > 1) return bestRoute(routes, market, fixedRate);
  const route = routes[0];
  try {
    return priceRoute(route, market, fixedRate);
  } catch (error) {
    const [first, ...others] = isPortageError(error, 'INSUFFICIENT_LIQUIDITY')
      ? fallbackRoutes(route, catalog)
      : [];
    if (first === undefined) throw error;
    try {
      return bestRoute([first, ...others], market, fixedRate);
    } catch (failure) {
      throw isPortageError(failure) ? error : failure;
    }
  }
}
