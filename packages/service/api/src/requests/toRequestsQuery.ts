import { requestFault, type RequestStatus } from '@portage/core';
import type { Chains } from '@portage/core/chain';
import type { requestsQuerySchema } from '@portage/core/schemas';
import type { RequestsQuery } from '@portage/settlement';
import type { z } from 'zod';
import { normalizeWithAnyCodec } from '../canonical/normalizeWithAnyCodec.js';

/**
 * Statuses that a word of the list stands for, where it is more than the one it names: a fill on
 * its way is pending.
 */
const wider: Readonly<Partial<Record<RequestStatus, readonly RequestStatus[]>>> = {
  pending: ['pending', 'submitted'],
};

/**
 * Query of a caller of the list, as the store looks it up: accounts and transactions in their
 * canonical form on whichever family of chains can read them.
 *
 * @throws PortageError `INVALID_ADDRESS`, `INVALID_REQUEST`, `UNSUPPORTED_FEATURE` for filters by
 *   block
 */
export function toRequestsQuery(
  query: z.output<typeof requestsQuerySchema>,
  chains: Chains,
): RequestsQuery {
  const { user, hash, status, depositAddress, startTimestamp, endTimestamp } = query;
  for (const path of ['startBlock', 'endBlock'] as const) {
    if (query[path] === undefined) continue;
    const message = 'Requests are not listed by block.';
    throw requestFault(path, message, {
      code: 'UNSUPPORTED_FEATURE',
      message,
      hint: 'Use startTimestamp and endTimestamp.',
    });
  }
  return {
    limit: query.limit,
    continuation: query.continuation,
    users:
      user === undefined
        ? undefined
        : normalizeWithAnyCodec(chains, {
            path: 'user',
            code: 'INVALID_ADDRESS',
            read: (codec) => codec.normalizeAddress(user),
          }),
    txIds:
      hash === undefined
        ? undefined
        : normalizeWithAnyCodec(chains, {
            path: 'hash',
            code: 'INVALID_REQUEST',
            read: (codec) => codec.normalizeTransactionId(hash),
          }),
    depositAddresses:
      depositAddress === undefined
        ? undefined
        : normalizeWithAnyCodec(chains, {
            path: 'depositAddress',
            code: 'INVALID_ADDRESS',
            read: (codec) => codec.normalizeAddress(depositAddress),
          }),
    includeChildren: query.includeChildRequests,
    originChainId: query.originChainId,
    destinationChainId: query.destinationChainId,
    chainId: query.chainId,
    id: query.id?.toLowerCase(),
    orderId: query.orderId?.toLowerCase(),
    referrer: query.referrer,
    referrerAddress: query.referrerAddress?.toLowerCase(),
    apiKeyId: query.apiKey,
    status: status === undefined ? undefined : (wider[status] ?? [status]),
    since: startTimestamp === undefined ? undefined : startTimestamp * 1000,
    // The whole of the last second counts.
    until: endTimestamp === undefined ? undefined : endTimestamp * 1000 + 999.999,
    sortBy: query.sortBy === 'updatedAt' ? 'updated' : 'created',
    order: query.sortDirection === 'asc' ? 'oldest first' : 'newest first',
  };
}
