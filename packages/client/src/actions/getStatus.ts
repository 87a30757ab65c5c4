import type { Client } from '../createClient.js';
import { readStatus, type StatusUpdate } from '../readStatus.js';
import { invalidAnswer } from '../transport/invalidAnswer.js';

/** Options of `getStatus`. */
export interface GetStatusOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads the present status of a request.
 *
 * @throws PortageError `UNKNOWN_REQUEST`, `INVALID_RESPONSE`, or what the transport throws
 * @see docs/spec/status.md#get-intentsstatusv3
 * @example
 * ```ts
 * const { status, txHashes } = await getStatus(client, quote.requestId);
 * ```
 */
export async function getStatus(
  client: Client,
  requestId: string,
  options: GetStatusOptions = {},
): Promise<StatusUpdate> {
  const status = readStatus(
    await client.call('status', {
      query: { requestId, referrer: client.source },
      signal: options.signal,
    }),
  );
  if (status === undefined) throw invalidAnswer('status');
  return status;
}
