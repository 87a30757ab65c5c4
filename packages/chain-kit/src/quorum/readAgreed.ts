import { PortageError } from '@portage/core';
import type { Endpoint } from '../endpoint/createEndpoint.js';
import type { Quorum } from './createQuorum.js';
import type { QuorumValue } from './tally.js';

/** A question with one answer that a quorum must give. */
export interface AgreedQuestion<Value extends QuorumValue> {
  /** Noun for errors, logs and metrics, as in `balance`. */
  readonly subject: string;
  readonly read: (endpoint: Endpoint, signal: AbortSignal) => Promise<Value>;
}

/**
 * Reads one value that a quorum of endpoints tells.
 *
 * @throws PortageError `RPC_HTTP_ERROR` where no quorum tells the same
 * @example
 * ```ts
 * const agreed = await readAgreed(quorum, {
 *   subject: 'name',
 *   read: ({ label }) => Promise.resolve(label),
 * });
 * ```
 */
export async function readAgreed<Value extends QuorumValue>(
  quorum: Quorum,
  { subject, read }: AgreedQuestion<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  const [agreed] = await quorum.read<Value>(
    { subject, items: 1, ask: async (endpoint, stop) => [await read(endpoint, stop)] },
    signal,
  );
  if (agreed !== undefined) return agreed;
  throw new PortageError('RPC_HTTP_ERROR', {
    message: `No quorum of chain endpoints tells the same ${subject}.`,
  });
}
