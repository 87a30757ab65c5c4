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

/** Price that is fresh enough to value an amount. @throws PortageError
`PRICE_FETCH_FAILED` */
export function readPrice(assetId: string, { prices, policy, now }: Pricing): Price {
  const price = prices.price(assetId);
  if (price === undefined || now() - price.observedAt > policy.maxAgeMs.price) {
    throw new PortageError('PRICE_FETCH_FAILED', {
      message: `The price of ${assetId} is ${price === undefined ? 'not known' : 'too old'}.`,
      hint: 'Ask again in a few seconds.',
    });
  }
  return price.value;
}
