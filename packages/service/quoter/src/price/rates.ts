import type { PricedAsset } from '@portage/core';
import type { ListedCurrency } from '../route/catalog.js';
import type { Route } from '../route/route.js';
import type { Market, PriceSide } from './market.js';

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
 * Prices of the currencies of a route, each the worse for us of what its feeds say: the lowest for
 * what the payer gives, the highest for what we pay. One asset has one price, that of the deposit
 * where it is deposited. A currency in two roles is asked for once.
 *
 * @throws PortageError `PRICE_FETCH_FAILED`
 */
export function ratesOf(route: Route, market: Market): RouteRates {
  const { inputCurrency, depositCurrency, inventoryCurrency, outputCurrency } = route;
  const { origin, destination } = route.nativeCurrencies;
  const sideOf = ({ asset }: ListedCurrency): PriceSide =>
    asset.id === depositCurrency.asset.id ? 'received' : 'paid';
  const deposit = market.price(depositCurrency, 'received');
  const output = market.price(outputCurrency, sideOf(outputCurrency));
  const like = (
    currency: ListedCurrency,
    other: ListedCurrency,
    known: PricedAsset,
  ): PricedAsset => (currency === other ? known : market.price(currency, sideOf(currency)));
  return {
    input: inputCurrency === depositCurrency ? deposit : market.price(inputCurrency, 'received'),
    deposit,
    inventory: like(inventoryCurrency, outputCurrency, output),
    output,
    originNative: like(origin, depositCurrency, deposit),
    destinationNative: like(destination, outputCurrency, output),
  };
}
