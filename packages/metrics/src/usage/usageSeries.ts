import type { UsageEntry } from '@portage/core';
import { bucketStart } from './bucketStart.js';
import { bucketStarts } from './bucketStarts.js';
import type { UsageWindow } from './usageWindow.js';

/** Calls of one bucket. */
export interface UsagePoint {
  /** Start of the bucket, in milliseconds since 1970. */
  readonly at: number;
  /** Number of calls. */
  readonly total: number;
  /** Number of calls that were answered with 400 or above. */
  readonly failed: number;
}

/**
 * Makes the points of a chart: one for each bucket of a window, those without a call included.
 *
 * @example
 * ```ts
 * const busiest = Math.max(...usageSeries(entries, window).map((point) => point.total));
 * ```
 */
export function usageSeries(
  entries: readonly UsageEntry[],
  window: UsageWindow,
): readonly UsagePoint[] {
  const points = new Map(bucketStarts(window).map((at) => [at, { at, total: 0, failed: 0 }]));
  for (const { timestamp, statusCode, count } of entries) {
    const point = points.get(bucketStart(Date.parse(timestamp), window.granularity));
    if (point === undefined) continue;
    point.total += count;
    if (statusCode >= 400) point.failed += count;
  }
  return [...points.values()];
}
