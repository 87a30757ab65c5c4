import type { z } from 'zod';
import type { feeBucketInputSchema } from './schemas/buckets.js';

/** SPEC's wire name of the solver-service bucket. Requests may also say `service` or `relay`. */
export const SERVICE_BUCKET = 'the service';

/** The five fee buckets, in the order in which answers list them. @see SPEC, "feeSponsorship" */
export const feeBuckets = ['execution', 'swap', SERVICE_BUCKET, 'app', 'rent'] as const;

/** One fee bucket. */
export type FeeBucket = (typeof feeBuckets)[number];

const bucketAliases: Readonly<Record<string, FeeBucket>> = { service: SERVICE_BUCKET, relay: SERVICE_BUCKET };

/** The bucket that a request means. */
export function normalizeBucket(name: z.infer<typeof feeBucketInputSchema>): FeeBucket {
  return bucketAliases[name] ?? (name as FeeBucket); // The alias table covers every input that is not a bucket.
}
