/** SPEC's wire name of the solver-service bucket. Requests may also say `service` or `relay`. */
export const serviceBucket = 'the service';

/** The five fee buckets, in the order in which answers list them. @see SPEC, "feeSponsorship" */
export const feeBuckets = ['execution', 'swap', serviceBucket, 'app', 'rent'] as const;

/** One fee bucket. */
export type FeeBucket = (typeof feeBuckets)[number];

/**
 * The bucket that a request means.
 *
 * @example
 * ```ts
 * normalizeBucket('relay'); // 'the service'
 * ```
 */
export function normalizeBucket(name: FeeBucket | 'service' | 'relay'): FeeBucket {
  return name === 'service' || name === 'relay' ? serviceBucket : name;
}
