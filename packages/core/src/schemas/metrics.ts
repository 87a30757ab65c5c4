import { z } from 'zod';
import { queryNumber } from './primitives.js';

/** Query of `GET /metrics/usage`; the key filter takes public key ids. */
export const usageQuerySchema = z.object({
  granularity: z.enum(['minutely', 'hourly', 'daily']).default('hourly'),
  startTimestamp: queryNumber(z.number().int().min(0)).optional(),
  endTimestamp: queryNumber(z.number().int().min(0)).optional(),
  apiKey: z.string().max(4096).optional(),
});

/** One row of usage. @see docs/spec/keys-and-usage.md#usage */
export const usageEntrySchema = z.object({
  apiKey: z.string(),
  timestamp: z.string(),
  endpoint: z.string(),
  statusCode: z.number().int(),
  errorCode: z.string().optional(),
  count: z.number().int(),
});

/** One row of usage. */
export type UsageEntry = z.output<typeof usageEntrySchema>;

/** Query of `GET /metrics/usage`, defaults filled in. */
export type UsageQuery = z.output<typeof usageQuerySchema>;

/** Width of the buckets of usage. */
export type UsageGranularity = UsageQuery['granularity'];

/** Answer of `GET /metrics/usage`. */
export const usageResponseSchema = z.object({ metrics: z.array(usageEntrySchema) });
