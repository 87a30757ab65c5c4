import { PortageError, type Price } from '@portage/core';
import type { PriceSource } from '@portage/core/chain';
import type { QuotePolicy } from '@portage/quoter';

/** Price source and the greatest age of a price. */
export interface Pricing {
  readonly prices: PriceSource;
  readonly policy: Pick<QuotePolicy, 'maxAgeMs'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Price that is fresh enough to value an amount; undefined where there is none. */
export function findPrice(assetId: string, { prices, policy, now }: Pricing): Price | undefined {
  const price = prices.price(assetId);
  return price === undefined || now() - price.observedAt > policy.maxAgeMs.price
    ? undefined
    : price.value;
}

/**
 * Price that is fresh enough to value an amount.
 *
 * @throws PortageError `PRICE_FETCH_FAILED`
 */
export function readPrice(assetId: string, pricing: Pricing): Price {
  const price = findPrice(assetId, pricing);
  if (price !== undefined) return price;
  const isKnown = pricing.prices.price(assetId) !== undefined;
  throw new PortageError('PRICE_FETCH_FAILED', {
    message: `The price of ${assetId} is ${isKnown ? 'too old' : 'not known'}.`,
    hint: 'Ask again in a few seconds.',
  });
}
