import type { UsageGranularity } from '@portage/core';
import { granularities } from './granularities.js';

/**
 * Start of the bucket of a moment, both in milliseconds since 1970. Days are those of UTC.
 *
 * @example
 * ```ts
 * bucketStart(Date.UTC(2026, 0, 2, 3, 4), 'hourly') === Date.UTC(2026, 0, 2, 3); // true
 * ```
 */
export function bucketStart(time: number, granularity: UsageGranularity): number {
  const width = granularities[granularity].bucketSeconds * 1000;
  return Math.floor(time / width) * width;
}
