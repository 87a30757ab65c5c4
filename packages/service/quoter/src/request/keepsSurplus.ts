import type { QuoteRequest } from '@portage/core';

/**
 * Whether what pools bring beyond an exact output is the solver's. By default the recipient gets
 * it, and what a swap before the deposit leaves over goes back.
 *
 * @see docs/spec/quote.md#enableTrueExactOutput
 */
export function keepsSurplus({ body }: Pick<QuoteRequest, 'body'>): boolean {
  return body.tradeType === 'EXACT_OUTPUT' && body.enableTrueExactOutput;
}
