import type { PricedAsset } from '@portage/core';
import type { ListedCurrency } from '../route/catalog.js';
import type { Route } from '../route/route.js';
import type { Market } from './market.js';

/** Decimals and prices of the currencies of a route, by role. */
export interface RouteRates {
  readonly input: PricedAsset;
  readonly deposit: PricedAsset;
  readonly inventory: PricedAsset;
  readonly output: PricedAsset;
  readonly originNative: PricedAsset;
  readonly destinationNative: PricedAsset;
}

/**
 * Prices of the currencies of a route; a currency in two roles is asked for once.
 *
 * @throws PortageError `PRICE_FETCH_FAILED`
 */
export function ratesOf(route: Route, market: Market): RouteRates {
  const { inputCurrency, depositCurrency, inventoryCurrency, outputCurrency } = route;
  const { origin, destination } = route.nativeCurrencies;
  const deposit = market.price(depositCurrency);
  const output = market.price(outputCurrency);
  const like = (
    currency: ListedCurrency,
    other: ListedCurrency,
    known: PricedAsset,
  ): PricedAsset => (currency === other ? known : market.price(currency));
  return {
    input: like(inputCurrency, depositCurrency, deposit),
    deposit,
    inventory: like(inventoryCurrency, outputCurrency, output),
    output,
    originNative: like(origin, depositCurrency, deposit),
    destinationNative: like(destination, outputCurrency, output),
  };
}
