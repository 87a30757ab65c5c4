import { detailsSchema, feeSponsorshipSchema, feesSchema, shareOut } from '@portage/core/schemas';
import { z } from 'zod';

/**
 * What the list shows of the terms of a request. Terms are kept as they were quoted: a part that an older version wrote
 * in another shape is left out of the list rather than shown wrong.
 */
export const storedTermsSchema = z.preprocess(
  shareOut,
  z.object({
    details: detailsSchema.optional().catch(undefined),
    fees: feesSchema.optional().catch(undefined),
    feeSponsorship: feeSponsorshipSchema.optional().catch(undefined),
  }),
);

/** What the list shows of the terms of a request. */
export type StoredTerms = z.infer<typeof storedTermsSchema>;
