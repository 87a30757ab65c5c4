import type { UsageGranularity } from '@portage/core';

/** Width of buckets, and what goes with it, in seconds. */
export interface Granularity {
  readonly bucketSeconds: number;
  /** Length of the window where a query names no start. */
  readonly windowSeconds: number;
}

const hour = 3_600;
const day = 24 * hour;

/** The widths that usage is asked for by. @see SPEC, "GET /metrics/usage" */
export const granularities: Readonly<Record<UsageGranularity, Granularity>> = {
  minutely: { bucketSeconds: 60, windowSeconds: day },
  hourly: { bucketSeconds: hour, windowSeconds: 7 * day },
  daily: { bucketSeconds: day, windowSeconds: 14 * day },
};
