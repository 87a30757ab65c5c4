import { checkOptions } from '@portage/core/errors';
import type { DepositAddress } from '@portage/core/schemas';
import type { Client } from '../createClient.js';
import { findMismatch } from '../transport/findMismatch.js';
import { readAs } from '../transport/readAs.js';

/** A deposit address, by one of its names. */
export interface DepositAddressFilter {
  readonly address?: string | undefined;
  readonly requestId?: string | undefined;
  /** `depositAddressId` of the quote. */
  readonly id?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Looks a deposit address up.
 *
 * @throws PortageError `UNKNOWN_REQUEST`, `INVALID_RESPONSE`, or what the transport throws
 * @see docs/spec/deposit-addresses.md
 * @example
 * ```ts
 * const { type, currency } = await getDepositAddress(client, { requestId: quote.requestId });
 * ```
 */
export async function getDepositAddress(
  client: Client,
  filter: DepositAddressFilter,
): Promise<DepositAddress> {
  checkOptions(filter);
  const { signal, ...query } = filter;
  const answer = await client.call('depositAddress', { query, signal });
  return readAs(answer, { name: 'deposit address', is: isDepositAddress });
}

function isDepositAddress(body: unknown): body is DepositAddress {
  const shape = { depositAddress: 'string', type: 'string', requestId: 'hex' } as const;
  return findMismatch(body, shape) === undefined;
}
