import { Money, PortageError, type Price } from '@portage/core';
import type { PriceSource } from '@portage/core/chain';

const priceDecimals = 12;

/**
 * Prices from a table of configuration, true whenever they are asked for.
 *
 * @param table - USD per whole unit by asset id, as decimal text with at most twelve decimals
 * @throws PortageError `INVALID_CONFIGURATION` when a price is no positive number
 * @example
 * ```ts
 * const prices = createFixedPrices({ eth: '2317.92', usdc: '1' }, Date.now);
 * ```
 */
export function createFixedPrices(
  table: Readonly<Record<string, string>>,
  now: () => number,
): PriceSource {
  const prices = new Map(
    Object.entries(table).map(([assetId, text]) => [assetId, readPrice(assetId, text)]),
  );
  return {
    price: (assetId) => {
      const value = prices.get(assetId);
      return value === undefined ? undefined : { value, observedAt: now() };
    },
  };
}

function readPrice(assetId: string, text: string): Price {
  const valid = /^\d{1,30}(?:\.\d{1,12})?$/.test(text);
  const usdE12 = valid ? Money.parse(text, priceDecimals) : 0n;
  if (usdE12 === 0n)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `The price of ${assetId} is not a positive number of USD: "${text.slice(0, 60)}".`,
    });
  return { usdE12 };
}
