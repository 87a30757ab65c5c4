import { defaultRates, type RateLimitOptions } from '@portage/access';
import type { Database } from '@portage/database';
import { z } from 'zod';

const calls = z.number().int().min(1).max(1_000_000_000);

const rateSchema = z.strictObject({ address: calls, key: calls });

/**
 * Calls that a caller may make in a minute, by address without a key or by key. They are counted in
 * the `memory` of this process, or in the `database` for all processes together.
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

/** Rate limits of a server, counted in memory or in the database. */
export function rateLimitsOf(
  rates: Rates | undefined,
  { pool }: Pick<Database, 'pool'>,
): RateLimitOptions {
  const { countIn, perMinute } = rates ?? ratesSchema.parse({});
  return { perMinute, ...(countIn === 'database' ? { pool } : {}) };
}
