import type { Quote } from '@portage/core';
import type { VerifyQuoteOptions } from '../verification/verify.js';

/**
 * Compares a quote with its request, before anything is signed. The order id is the hash of the
 * order. Recipient, currencies, amounts, chains, refunds and minimum output are those of the
 * request. Depository, paying contract and solver are in the trusted list of chains. The bytes that
 * the wallet would sign approve exactly the amount and deposit it once under this order id.
 * `execute` does this by itself.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED`, whose `context.check` names the promise that
 *   was broken ({@link QuoteCheck}); `NO_EXECUTOR`
 * @example
 * ```ts
 * await verifyQuote(quote, { request, chains: await getChains(client), executors: [executor] });
 * ```
 */
export async function verifyQuote(quote: Quote, options: VerifyQuoteOptions): Promise<void> {
  const { verify } = await import('../verification/verify.js');
  await verify(quote, options);
}
