import type { NewRequest } from '@portage/settlement';
import type { PricedRoute } from '../price/pricedRoute.js';
import { cleanText } from '../request/cleanText.js';
import type { QuoteCaller } from '../request/quoteCaller.js';
import type { QuoteCost } from './quoteCost.js';
import type { QuoteFigures } from './quoteFigures.js';
import { encodeStoredQuote } from './storedQuote.js';

/** A priced route, ready to be answered. */
export interface QuotedRoute {
  readonly priced: PricedRoute;
  readonly figures: QuoteFigures;
  readonly cost: QuoteCost;
  readonly caller: QuoteCaller;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** 64 bytes: the salt of an order, and the id of the request. */
  readonly random: Uint8Array;
}

/** Text of the answer, and the request to store before it is given; none where it is for show. */
export interface ComposedQuote {
  readonly text: string;
  readonly request: NewRequest | undefined;
}

/** Members of a request that come with its order or its swap. */
export type RequestNames = Pick<NewRequest, 'id' | 'orderId' | 'fillBy'> &
  Partial<Pick<NewRequest, 'orderData' | 'orderSignature' | 'executionTerms' | 'depositAddress'>>;

/** The row of a request. */
export function quotedRequest(
  { priced: { route }, figures, caller, now }: QuotedRoute,
  names: RequestNames,
): NewRequest {
  const { referrer, referrerAddress } = route.request.body;
  const stored = encodeStoredQuote(figures);
  return {
    id: names.id,
    orderId: names.orderId,
    originChainId: route.depositCurrency.chain.id,
    destinationChainId: route.outputCurrency.chain.id,
    payer: route.accounts.payer,
    recipient: route.accounts.recipient,
    referrer: referrer === undefined ? undefined : cleanText(referrer),
    referrerAddress: referrerAddress?.toLowerCase(),
    apiKeyId: caller.apiKeyId,
    quote: stored.text,
    currencies: stored.currencies,
    orderData: names.orderData,
    orderSignature: names.orderSignature,
    executionTerms: names.executionTerms,
    createdAt: now,
    fillBy: names.fillBy,
    depositAddress: names.depositAddress,
  };
}
