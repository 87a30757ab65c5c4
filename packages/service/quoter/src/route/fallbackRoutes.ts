import { isSelfPayment } from '../payment/paymentMethod.js';
import type { Catalog } from './catalog.js';
import type { Route } from './route.js';

/**
 * Other routes where the solver does not hold what is to be paid: it pays out of something else
 * that it holds, through pools. Empty where none was asked for, and where there is none. Pure.
 *
 * @see docs/spec/quote.md#useFallbacks
 */
export function fallbackRoutes(route: Route, catalog: Catalog): readonly Route[] {
  const { request, outputCurrency, inventoryCurrency, payment } = route;
  const { swaps } = outputCurrency.chain;
  if (
    request.body.useFallbacks !== true ||
    isSelfPayment(payment) ||
    swaps === undefined ||
    inventoryCurrency !== outputCurrency
  )
    return [];
  if (outputCurrency.asset.isNative && swaps.wrapped === undefined) return [];
  return catalog
    .byId(outputCurrency.chain.id)
    .bridgeable.filter(
      (each) => each !== outputCurrency && (!each.asset.isNative || swaps.wrapped !== undefined),
    )
    .map((each) => ({ ...route, inventoryCurrency: each }));
}
