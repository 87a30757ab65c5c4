import { assert } from '@portage/core';
import {
  currencySchema,
  detailsSchema,
  feeSponsorshipSchema,
  feesSchema,
  packedTermsSchema,
  unpackTerms,
} from '@portage/core/schemas';
import type { StoredRequest } from '@portage/settlement';
import { z } from 'zod';
import { shareOut } from './shareOut.js';

/**
 * What was kept before terms were packed. A part in another shape is left out of the list rather
 * than shown wrong.
 */
const oldTermsSchema = z.preprocess(
  shareOut,
  z.object({
    details: detailsSchema.optional().catch(undefined),
    fees: feesSchema.optional().catch(undefined),
    feeSponsorship: feeSponsorshipSchema.optional().catch(undefined),
  }),
);

/** What the list shows of the terms of a request. */
export type StoredTerms = z.infer<typeof oldTermsSchema>;

/** Ids of the currencies that the terms of requests name. */
export function currencyIdsOf(requests: readonly StoredRequest[]): readonly string[] {
  return requests.flatMap(
    ({ terms }) =>
      packedTermsSchema.pick({ version: true, currencies: true }).safeParse(terms).data
        ?.currencies ?? [],
  );
}

/** The terms of a request. @param currencies - contents of the currencies that they name */
export function readTerms(
  { terms, payer, recipient }: StoredRequest,
  currencies: ReadonlyMap<string, unknown>,
): StoredTerms {
  const packed = packedTermsSchema.safeParse(terms);
  if (!packed.success) return oldTermsSchema.parse(terms);
  const currencyOf = (id: string) => {
    const currency = currencySchema.safeParse(currencies.get(id));
    assert(currency.success, 'a currency is kept before the terms that name it, and for ever');
    return currency.data;
  };
  return unpackTerms(packed.data, { sender: payer, recipient, currencyOf });
}
