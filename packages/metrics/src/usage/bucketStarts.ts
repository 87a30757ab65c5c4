import { granularities } from './granularities.js';
import type { UsageWindow } from './usageWindow.js';

/**
 * Starts of all buckets of a window in milliseconds since 1970, those without a call included.
 *
 * @example
 * ```ts
 * bucketStarts(usageWindow({ granularity: 'daily' }, Date.now())).length;
 * // 15: fourteen days and the one under way
 * ```
 */
export function bucketStarts({ granularity, from, to }: UsageWindow): readonly number[] {
  const width = granularities[granularity].bucketSeconds * 1000;
  return Array.from(
    { length: Math.max(0, Math.ceil((to - from) / width)) },
    (_, index) => from + index * width,
  );
}
