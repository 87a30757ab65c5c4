import type { Catalog } from './catalog.js';
import type { Route } from './findRoute.js';

/**
 * Other ways for a route whose payment the solver does not hold: it pays out of something else that
 * it holds, through pools. Empty where none was asked for, and where there is none. Pure.
 *
 * @see SPEC, `useFallbacks`
 */
export function fallbackRoutes(route: Route, catalog: Catalog): readonly Route[] {
  const { request, destination, held, isSelfExecuted } = route;
  const { swaps } = destination.chain;
  if (
    request.body.useFallbacks !== true ||
    isSelfExecuted ||
    swaps === undefined ||
    held !== destination
  )
    return [];
  if (destination.asset.isNative && swaps.wrapped === undefined) return [];
  return catalog
    .byId(destination.chain.id)
    .bridgeable.filter(
      (place) => place !== destination && (!place.asset.isNative || swaps.wrapped !== undefined),
    )
    .map((place) => ({ ...route, held: place }));
}
