import { PortageError, type UsageEntry, type UsageGranularity } from '@portage/core';
import type { Transport } from '@portage/core/executor';

/** Options of `getUsage`. */
export interface GetUsageOptions {
  /** Width of the buckets. `hourly` by default. */
  readonly granularity?: UsageGranularity | undefined;
  /**
   * Start of the window in Unix seconds. By default 24 hours, 7 days or 14 days before its end, by
   * granularity.
   */
  readonly startTimestamp?: number | undefined;
  /** End of the window in Unix seconds. Now by default. */
  readonly endTimestamp?: number | undefined;
  /** Public ids of at most 50 keys of one owner. The key of the transport by default. */
  readonly apiKeys?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads the API calls of a key by endpoint, status and error, in buckets of time. The transport
 * needs an API key.
 *
 * @throws PortageError `UNAUTHORIZED` without a key, `INVALID_REQUEST`, `INVALID_RESPONSE`, or what
 *   the transport throws
 * @see docs/spec/keys-and-usage.md#usage
 * @example
 * ```ts
 * const entries = await getUsage(client, { granularity: 'daily' });
 * entries.reduce((sum, { count }) => sum + count, 0);
 * ```
 */
export async function getUsage(
  transport: Pick<Transport, 'call'>,
  options: GetUsageOptions = {},
): Promise<readonly UsageEntry[]> {
  const { granularity, startTimestamp, endTimestamp, apiKeys, signal } = options;
  const query = { granularity, startTimestamp, endTimestamp, apiKey: apiKeys?.join(',') };
  const body = await transport.call('usage', { query, signal });
  const rows: unknown =
    typeof body === 'object' && body !== null && 'metrics' in body ? body.metrics : undefined;
  if (!Array.isArray(rows) || !rows.every(isUsageEntry)) {
    throw new PortageError('INVALID_RESPONSE', {
      message: 'The service answered with something that is no list of usage.',
      hint: 'Check the base address of the service.',
    });
  }
  return rows;
}

function isUsageEntry(row: unknown): row is UsageEntry {
  if (typeof row !== 'object' || row === null) return false;
  const { apiKey, timestamp, endpoint, statusCode, errorCode, count } = { ...emptyRow, ...row };
  const texts = [apiKey, timestamp, endpoint, errorCode ?? ''].every(
    (text) => typeof text === 'string',
  );
  return (
    texts &&
    Number.isInteger(statusCode) &&
    Number.isSafeInteger(count) &&
    !Number.isNaN(Date.parse(String(timestamp)))
  );
}

/** A row without values. */
const emptyRow: Readonly<Record<keyof UsageEntry, unknown>> = {
  apiKey: undefined,
  timestamp: undefined,
  endpoint: undefined,
  statusCode: undefined,
  errorCode: undefined,
  count: undefined,
};
