import type { Quote, QuoteBody } from '@portage/core';
import { isPortageError } from '@portage/core/errors';
import type { Client } from '../createClient.js';
import { readQuote } from '../readQuote.js';
import { checkRequest } from '../request/checkRequest.js';

/** Options of `getQuote`. */
export interface GetQuoteOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks for an executable quote. Nothing is signed or paid: `execute` does that, after it has
 * verified the quote.
 *
 * @throws PortageError `INVALID_REQUEST` where the request lacks a chain or an amount, or has a
 *   member that is none; with the code of the service (`AMOUNT_TOO_LOW`, `UNSUPPORTED_ROUTE`, …),
 *   `INVALID_RESPONSE`, or what the transport throws
 * @see docs/spec/quote.md
 * @example
 * ```ts
 * const quote = await getQuote(client, {
 *   user,
 *   originChainId: 8453,
 *   destinationChainId: 10,
 *   amount: '1000000',
 * });
 * quote.details.currencyOut.amountFormatted; // "0.99"
 * ```
 */
export async function getQuote(
  client: Client,
  body: QuoteBody,
  options: GetQuoteOptions = {},
): Promise<Quote> {
  checkRequest(body);
  const ask = async (asked: QuoteBody): Promise<Quote> =>
    readQuote(await client.call('quote', { body: asked, signal: options.signal }));
  if (client.source === undefined || body.referrer !== undefined) return await ask(body);
  try {
    return await ask({ ...body, referrer: client.source });
  } catch (error) {
    // The name only sorts lists: where it needs a key, the quote goes without it.
    if (!isPortageError(error, 'UNAUTHORIZED_QUOTE')) throw error;
    return await ask(body);
  }
}
