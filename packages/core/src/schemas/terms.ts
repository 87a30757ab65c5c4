import { z } from 'zod';
import { amountSchema } from './primitives.js';
import { detailsSchema, feeSponsorshipSchema, feesSchema } from './quote.js';
import { tradeTypeSchema } from './quoteRequest.js';
import { shareOut } from './shareOut.js';

/**
 * What is kept of a quote beside its order, in `requests.terms`: what was promised to the caller, and what the solver
 * and the list of requests need to know later. Stored, each currency stands once (see {@link shareOut}).
 */
export const quoteTermsSchema = z.preprocess(
  shareOut,
  z.object({
    tradeType: tradeTypeSchema,
    /** Value of the input when it was quoted: decides how many blocks must stand on its deposit. */
    inputMicroUsd: amountSchema,
    /** USD per whole unit, times 1e12, by asset id, as used. */
    prices: z.record(z.string(), amountSchema),
    details: detailsSchema,
    fees: feesSchema,
    feeSponsorship: feeSponsorshipSchema,
  }),
);

/** What is kept of a quote beside its order. */
export type QuoteTerms = z.infer<typeof quoteTermsSchema>;
