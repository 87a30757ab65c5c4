import {
  createOrderQuoteComposer,
  type OrderQuoteOptions,
  type QuotedOrder,
} from './composeOrderQuote.js';
import { composeSwapQuote } from './composeSwapQuote.js';
import type { ComposedQuote } from './quotedRequest.js';

/** Composes the answer of a quote. */
export type Composer = (quoted: QuotedOrder) => Promise<ComposedQuote>;

/** Makes the composer of answers: of quotes with an order, and of swaps that payers make alone. */
export function createComposer(options: OrderQuoteOptions): Composer {
  const composeOrderQuote = createOrderQuoteComposer(options);
  return async (quoted) => {
    const { payment } = quoted.priced.route;
    return payment.type === 'selfSwap'
      ? composeSwapQuote(quoted, payment, options.policy)
      : await composeOrderQuote(quoted, payment);
  };
}
