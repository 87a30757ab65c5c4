import { assert } from '@portage/core';
import { quoteSchema } from '@portage/core/schemas';
import type { NewRequest } from '@portage/settlement';
import { decodeStoredQuote, quoteView, type QuoteView } from '../src/index.js';

const viewSchema = quoteSchema.pick({ fees: true, feeSponsorship: true, details: true });

/** The stored quote of a request, as the list of requests shows it. */
export function readBack({
  quote,
  currencies = [],
  payer,
  recipient,
}: Pick<NewRequest, 'quote' | 'currencies' | 'payer' | 'recipient'>): QuoteView {
  const contents = currencies.map(({ id, content }): [string, unknown] => [
    id,
    JSON.parse(content),
  ]);
  const figures = decodeStoredQuote(JSON.parse(quote), {
    payer,
    recipient,
    currencies: new Map(contents),
  });
  assert(figures !== undefined, 'a stored quote can be read');
  return viewSchema.parse(JSON.parse(JSON.stringify(quoteView(figures))));
}
