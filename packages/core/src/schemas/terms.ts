import { z } from 'zod';
import { amountSchema } from './primitives.js';
import { detailsSchema, feeSponsorshipSchema, feesSchema } from './quote.js';
import { tradeTypeSchema } from './quoteRequest.js';

/**
 * What is kept of a quote beside its order: what was promised to the caller, and at which prices.
 * Stored, it is packed (see `packedTermsSchema`).
 */
export const quoteTermsSchema = z.object({
  tradeType: tradeTypeSchema,
  /** USD per whole unit, times 1e12, by asset id, as used. */
  prices: z.record(z.string(), amountSchema),
  details: detailsSchema,
  fees: feesSchema,
  feeSponsorship: feeSponsorshipSchema,
});

/** What is kept of a quote beside its order. */
export type QuoteTerms = z.infer<typeof quoteTermsSchema>;
