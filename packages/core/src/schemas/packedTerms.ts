import { z } from 'zod';
import { feeBuckets } from '../feeBuckets.js';
import { amountSchema, signedAmountSchema } from './primitives.js';
import { tradeTypeSchema } from './quoteRequest.js';

/** The place of an amount in the list of amounts. */
const placeSchema = z.number().int().min(0);

const textSchema = z.string();

const slippageSchema = z.tuple([textSchema, signedAmountSchema, textSchema]);

/**
 * The terms of a quote as `requests.terms` holds them: every amount once, and wherever a quote
 * shows one, its place in the list. Currencies are named by the ids under which they are kept;
 * payer and recipient stand in the request itself. `unpackTerms` makes of it what was shown. What
 * was stored before version 2 was the quote's own text.
 */
export const packedTermsSchema = z.object({
  version: z.literal(2),
  tradeType: tradeTypeSchema,
  prices: z.record(z.string(), amountSchema),
  currencies: z.array(z.string()),
  /** Place of the currency, smallest units, micro-USD, and the minimum where it differs. */
  amounts: z.array(
    z.tuple([placeSchema, signedAmountSchema, signedAmountSchema, signedAmountSchema.optional()]),
  ),
  /** Gas, relayer, relayer's gas, relayer's service, app, subsidized. */
  fees: z.tuple([placeSchema, placeSchema, placeSchema, placeSchema, placeSchema, placeSchema]),
  /** Total, sponsored and paid by the user, of each of `feeBuckets`. */
  buckets: z.array(z.tuple([placeSchema, placeSchema, placeSchema])).length(feeBuckets.length),
  /** All that is sponsored, and all that the user pays. */
  totals: z.tuple([placeSchema, placeSchema]),
  selected: z.array(z.enum(feeBuckets)),
  cap: z.string().optional(),
  bps: z.number().int().optional(),
  capHit: z.boolean(),
  operation: z.string(),
  /**
   * What is given, what the order takes, what the solver spends, what is got, what would come back.
   */
  route: z.tuple([placeSchema, placeSchema, placeSchema, placeSchema, placeSchema]),
  routers: z.tuple([z.string(), z.string()]),
  /**
   * USD and percent of the total and of the swap; then the USD of swap, execution, the service, app
   * and sponsored. As shown.
   */
  impact: z.tuple([
    textSchema,
    textSchema,
    textSchema,
    textSchema,
    textSchema,
    textSchema,
    textSchema,
    textSchema,
    textSchema,
  ]),
  rate: z.string(),
  /**
   * USD, smallest units and percent of the destination, and of the origin where there is a swap. As
   * shown.
   */
  slippage: z.tuple([slippageSchema, slippageSchema.optional()]),
  seconds: z.number(),
  balance: z.string(),
  isFixedRate: z.boolean(),
});

/** The terms of a quote as they are stored. */
export type PackedTerms = z.infer<typeof packedTermsSchema>;
