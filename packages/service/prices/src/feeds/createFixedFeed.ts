import type { PriceFeed } from '@portage/core/chain';
import { createFixedPrices } from '../createFixedPrices.js';

/**
 * A feed that says what a table says, always as of now and without doubt: for a token that an
 * operator takes for what it is worth, and as the second feed that keeps such a token near its peg.
 *
 * @param table - USD per whole unit by asset id
 * @throws PortageError `INVALID_CONFIGURATION` when a price is no positive number
 * @example
 * ```ts
 * const peg = createFixedFeed({ usdc: '1' }, Date.now);
 * ```
 */
export function createFixedFeed(
  table: Readonly<Record<string, string>>,
  now: () => number,
): PriceFeed {
  const prices = createFixedPrices(table, now);
  return {
    name: 'fixed',
    latest: (assetId) => {
      const price = prices.price(assetId);
      return price === undefined ? undefined : { ...price, confidence: { usdE12: 0n } };
    },
  };
}
