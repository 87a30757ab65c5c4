import { PortageError, type UsageGranularity } from '@portage/core';
import { bucketStart } from './bucketStart.js';
import { granularities } from './granularities.js';

/** A window as a query names it: Unix timestamps in seconds. */
export interface UsageWindowInput {
  readonly granularity: UsageGranularity;
  readonly startTimestamp?: number | undefined;
  readonly endTimestamp?: number | undefined;
}

/** A window of whole first buckets, in milliseconds since 1970; `to` is not part of it. */
export interface UsageWindow {
  readonly granularity: UsageGranularity;
  readonly from: number;
  readonly to: number;
}

/** The end of the year 9999. */
const secondsMax = 253_402_300_799;

/**
 * The window of a query: it ends now unless told, and starts a day (minutes), a week (hours) or two
 * weeks (days) before its end. The bucket in which it starts is counted whole.
 *
 * @param now - milliseconds since 1970
 * @throws PortageError `INVALID_REQUEST` when it does not start before it ends
 * @see SPEC, "GET /metrics/usage"
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
  throw new PortageError('INVALID_REQUEST', {
    message: `${path}: ${message}`,
    details: [{ path, message }],
  });
}
