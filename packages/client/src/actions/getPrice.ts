import type { Quote, QuoteBody } from '@portage/core';
import type { Client } from '../createClient.js';
import { getQuote, type GetQuoteOptions } from './getQuote.js';

/** Price of a payment: what a quote shows, without the steps that would pay it. */
export type PriceQuote = Pick<Quote, 'details' | 'fees' | 'feeSponsorship'>;

/**
 * Asks what a payment would cost. The service stores nothing, and nothing can be signed.
 *
 * @throws PortageError with the code of the service, `INVALID_RESPONSE`, or what the transport
 *   throws
 * @example
 * ```ts
 * const { details } = await getPrice(client, {
 *   user,
 *   originChainId: 8453,
 *   destinationChainId: 10,
 *   amount: '1000000',
 * });
 * details.rate; // "0.99"
 * ```
 */
export async function getPrice(
  client: Client,
  body: QuoteBody,
  options: GetQuoteOptions = {},
): Promise<PriceQuote> {
  const { details, fees, feeSponsorship } = await getQuote(
    client,
    { ...body, indicativeQuote: true },
    options,
  );
  return { details, fees, feeSponsorship };
}
