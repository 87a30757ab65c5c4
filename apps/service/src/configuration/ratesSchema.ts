import { defaultRates, type RateLimitOptions } from '@portage/access';
import type { Database } from '@portage/database';
import { z } from 'zod';

const calls = z.number().int().min(1).max(1_000_000_000);

const rateSchema = z.strictObject({ address: calls, key: calls });

/**
 * Calls that a caller has in a minute, an address without a key or a key, and where they are
 * counted: in the `memory` of this process, or in the `database` for all processes together.
 */
export const ratesSchema = z.strictObject({
  countIn: z.enum(['memory', 'database']).default('memory'),
  perMinute: z
    .strictObject({
      quote: rateSchema.default(defaultRates.quote),
      other: rateSchema.default(defaultRates.other),
    })
    .default(defaultRates),
});

/** Rates as an operator chose them. */
export type Rates = z.output<typeof ratesSchema>;

/** The limits of a server on a store. */
export function rateLimitsOf(
  rates: Rates | undefined,
  { pool }: Pick<Database, 'pool'>,
): RateLimitOptions {
  const { countIn, perMinute } = rates ?? ratesSchema.parse({});
  return { perMinute, ...(countIn === 'database' ? { pool } : {}) };
}
