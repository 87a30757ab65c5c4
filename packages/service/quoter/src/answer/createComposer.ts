import {
  createOrderQuoteComposer,
  type OrderQuoteOptions,
  type QuotedOrder,
} from './composeOrderQuote.js';
import { isSelfPayment } from '../payment/paymentMethod.js';
import { composeSelfQuote } from './composeSelfQuote.js';
import type { ComposedQuote } from './quotedRequest.js';

/** Composes the answer of a quote. */
export type Composer = (quoted: QuotedOrder) => Promise<ComposedQuote>;

/** Makes the composer of answers: of quotes with an order, and of what payers do alone. */
export function createComposer(options: OrderQuoteOptions): Composer {
  const composeOrderQuote = createOrderQuoteComposer(options);
  return async (quoted) => {
    const { payment } = quoted.priced.route;
    return isSelfPayment(payment)
      ? composeSelfQuote(quoted, payment, options.policy)
      : await composeOrderQuote(quoted, payment);
  };
}
