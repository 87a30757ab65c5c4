import { z } from 'zod';
import { venueFault } from './venueFault.js';

/** Swap that a venue is asked for. */
export interface VenueTerms {
  readonly tokenIn: string;
  readonly tokenOut: string;
  /** Smallest units. */
  readonly amount: bigint;
  /** The most pools one after the other; undefined for whatever the venue likes. */
  readonly hopsMax?: number | undefined;
}

/** Highest balance of a token account, in decimal digits at most: 64 bits. */
const digitsMax = 20;
const amountMax = (1n << 64n) - 1n;
const amountSchema = z
  .string()
  .max(digitsMax)
  .regex(/^[1-9]\d*$/)
  .transform((text) => BigInt(text));

/** The members of `QuoteResponse` of `@jup-ag/api` 6.0.48 that are believed, after comparison. */
const quoteSchema = z.object({
  inputMint: z.string(),
  outputMint: z.string(),
  inAmount: amountSchema,
  outAmount: amountSchema,
  swapMode: z.literal('ExactIn'),
  routePlan: z.array(z.unknown()).min(1).max(32),
});

/**
 * Output that a venue quotes for the swap that it was asked for. An answer about another swap is
 * none.
 *
 * @throws PortageError `INVALID_RESPONSE`
 */
export function readVenueQuote(answer: unknown, asked: VenueTerms): bigint {
  const parsed = quoteSchema.safeParse(answer);
  if (!parsed.success)
    throw venueFault(`is no quote: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
  const { inputMint, outputMint, inAmount, outAmount, routePlan } = parsed.data;
  if (inputMint !== asked.tokenIn || outputMint !== asked.tokenOut)
    throw venueFault('is about other mints');
  if (inAmount !== asked.amount) throw venueFault('is about another amount');
  if (outAmount > amountMax) throw venueFault('brings more than an account holds');
  if (asked.hopsMax !== undefined && routePlan.length > asked.hopsMax)
    throw venueFault('goes through more pools than allowed');
  return outAmount;
}
