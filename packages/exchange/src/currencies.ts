import { PortageError } from '@portage/core';
import { routes, type RouteType } from './bounds.js';

/** Asset of the exchange, and where in an account it is. */
export interface ExchangeAsset {
  readonly assetIndex: number;
  readonly routeType: RouteType;
}

/** Currency of quotes with the asset that it is. */
interface ExchangeCurrency extends ExchangeAsset {
  readonly id: string;
}

/** Index of USDC on the exchange. */
export const usdcAssetIndex = 3;
/** Index of ETH on the exchange. */
const ethAssetIndex = 1;

/** Currency that stands for the native one: USDC of perpetuals. */
export const nativeCurrency = '0';

/** Currencies of quotes: USDC of perpetuals, USDC of spot markets, ETH of spot markets. */
const all: readonly ExchangeCurrency[] = [
  { id: nativeCurrency, assetIndex: usdcAssetIndex, routeType: routes.perps },
  { id: '3', assetIndex: usdcAssetIndex, routeType: routes.spot },
  { id: '1', assetIndex: ethAssetIndex, routeType: routes.spot },
];

/**
 * Asset and route of a currency.
 *
 * @throws PortageError `UNSUPPORTED_CURRENCY`
 * @example
 * ```ts
 * assetOf('0'); // { assetIndex: 3, routeType: 0 }, the USDC of perpetuals
 * ```
 */
export function assetOf(currency: string): ExchangeAsset {
  const found = all.find(({ id }) => id === currency);
  if (found === undefined)
    throw new PortageError('UNSUPPORTED_CURRENCY', {
      message: `The exchange has no currency "${currency}".`,
      hint: `There are ${all.map(({ id }) => id).join(', ')}.`,
    });
  return { assetIndex: found.assetIndex, routeType: found.routeType };
}

/**
 * Currency of an asset on a route; undefined where quotes have none.
 *
 * @example
 * ```ts
 * currencyOf({ assetIndex: 3, routeType: 1 }); // '3', the USDC of spot markets
 * ```
 */
export function currencyOf({ assetIndex, routeType }: ExchangeAsset): string | undefined {
  return all.find((entry) => entry.assetIndex === assetIndex && entry.routeType === routeType)?.id;
}

/** Decimals of the assets of quotes, by their indexes. */
const decimals: Readonly<Record<number, number>> = { [usdcAssetIndex]: 6, [ethAssetIndex]: 8 };

/** Decimals of an asset in the exchange's smallest units; undefined of one that quotes lack. */
export function assetDecimals(assetIndex: number): number | undefined {
  return decimals[assetIndex];
}
