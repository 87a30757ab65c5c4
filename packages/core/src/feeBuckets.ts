/** Wire name of the solver's own bucket (docs/spec/sponsorship.md#the-service). */
export const serviceBucket = 'the service';

/** Fee buckets, in the order of answers. @see docs/spec/sponsorship.md#buckets */
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
