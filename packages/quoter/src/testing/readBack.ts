import type { QuoteTerms } from '@portage/core';
import { currencySchema, packedTermsSchema, unpackTerms } from '@portage/core/schemas';
import type { NewRequest } from '@portage/store';

/** The terms of a stored request, as the list of requests reads them. */
export function readBack({
  terms,
  currencies = [],
  payer,
  recipient,
}: Pick<NewRequest, 'terms' | 'currencies' | 'payer' | 'recipient'>): QuoteTerms {
  const kept = new Map(
    currencies.map(({ id, content }) => [id, currencySchema.parse(JSON.parse(content))]),
  );
  return unpackTerms(packedTermsSchema.parse(JSON.parse(terms)), {
    sender: payer,
    recipient,
    currencyOf: (id) => kept.get(id),
  });
}
