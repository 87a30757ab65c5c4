import type { UsageGranularity } from '@portage/core';

/** Widths of a bucket and of a window, in seconds. */
export interface Granularity {
  readonly bucketSeconds: number;
  /** Width of the window where a query names no start. */
  readonly windowSeconds: number;
}

const hour = 3_600;
const day = 24 * hour;

/** Granularities of usage. @see docs/spec/keys-and-usage.md#granularity */
export const granularities: Readonly<Record<UsageGranularity, Granularity>> = {
  minutely: { bucketSeconds: 60, windowSeconds: day },
  hourly: { bucketSeconds: hour, windowSeconds: 7 * day },
  daily: { bucketSeconds: day, windowSeconds: 14 * day },
};
