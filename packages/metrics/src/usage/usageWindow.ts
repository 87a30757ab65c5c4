import { requestFault, type UsageGranularity } from '@portage/core';
import { bucketStart } from './bucketStart.js';
import { granularities } from './granularities.js';

/** Window of a query, in Unix seconds. */
export interface UsageWindowInput {
  readonly granularity: UsageGranularity;
  readonly startTimestamp?: number | undefined;
  readonly endTimestamp?: number | undefined;
}

/**
 * Window of buckets in milliseconds since 1970. The first bucket is whole; `to` is not part of the
 * window.
 */
export interface UsageWindow {
  readonly granularity: UsageGranularity;
  readonly from: number;
  readonly to: number;
}

/** End of the year 9999, in Unix seconds. */
const secondsMax = 253_402_300_799;

/**
 * Works out the window of a query. By default it ends now, and starts a day (minutes), a week
 * (hours) or two weeks (days) before its end. The bucket in which it starts is counted whole.
 *
 * @param now - milliseconds since 1970
 * @throws PortageError `INVALID_REQUEST` when it does not start before it ends
 * @see docs/spec/keys-and-usage.md#startTimestamp
 * @example
 * ```ts
 * const { from, to } = usageWindow({ granularity: 'hourly' }, Date.now()); // the last seven days
 * ```
 */
export function usageWindow(
  { granularity, startTimestamp, endTimestamp }: UsageWindowInput,
  now: number,
): UsageWindow {
  const to = endTimestamp === undefined ? now : endTimestamp * 1000;
  const start =
    startTimestamp === undefined
      ? to - granularities[granularity].windowSeconds * 1000
      : startTimestamp * 1000;
  if (Math.max(to, start) > secondsMax * 1000)
    refuse('endTimestamp', 'is in milliseconds; seconds are meant');
  if (start >= to) refuse('startTimestamp', 'must be before endTimestamp');
  return { granularity, from: bucketStart(start, granularity), to };
}

function refuse(path: string, message: string): never {
  throw requestFault(path, message);
}
