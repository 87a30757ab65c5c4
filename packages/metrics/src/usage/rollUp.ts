import type { UsageEntry, UsageGranularity } from '@portage/core';
import { bucketStart } from './bucketStart.js';

/**
 * Adds up rows to wider buckets. No call is lost or counted twice.
 *
 * @returns rows by time, then by key, endpoint, status and error
 * @example
 * ```ts
 * const days = rollUp(hours, 'daily');
 * ```
 */
export function rollUp(
  entries: readonly UsageEntry[],
  granularity: UsageGranularity,
): readonly UsageEntry[] {
  const rows = new Map<string, UsageEntry>();
  for (const entry of entries) {
    const timestamp = new Date(bucketStart(Date.parse(entry.timestamp), granularity)).toISOString();
    const key = [
      timestamp,
      entry.apiKey,
      entry.endpoint,
      entry.statusCode,
      entry.errorCode ?? '',
    ].join('\n');
    rows.set(key, { ...entry, timestamp, count: entry.count + (rows.get(key)?.count ?? 0) });
  }
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
