import { isPortageError, type RequestStatus } from '@portage/core';
import type { Chains } from '@portage/core/chain';
import type { RequestsV3Query } from './entryV3.js';
import type { RequestsQuery } from '@portage/settlement';
import { normalizeWithAnyCodec } from '../../canonical/normalizeWithAnyCodec.js';
import { toRequestsQuery } from '../toRequestsQuery.js';
import { accountFilters } from './accountFilters.js';
import { filtersV3, type FilterV3 } from './filtersV3.js';
import { refuseV3 } from './refuseV3.js';

/** How a query is answered. */
export interface PlanV3 {
  /** Look-ups in the store, of which the first that finds something counts. */
  readonly lookups: readonly RequestsQuery[];
  /** Conditions that each entry must hold beside it. */
  readonly filters: readonly FilterV3[];
}

/** Statuses of requests that have a reason. */
const withReason: readonly RequestStatus[] = ['failure', 'refund'];

/**
 * Look-ups and filters of a query of version 3.
 *
 * @param apiKeyIds - keys whose requests the caller may see, where the query is about keys
 * @throws PortageError `INVALID_ADDRESS`, `INVALID_REQUEST`, `UNSUPPORTED_FEATURE`
 */
export function toRequestsV3Query(
  query: RequestsV3Query,
  apiKeyIds: readonly string[] | undefined,
  chains: Chains,
): PlanV3 {
  refuseV3(query);
  const { term, failReason, refundFailReason } = query;
  const named = accountFilters(query, chains);
  const { sortBy } = query;
  const shared = toRequestsQuery(
    {
      limit: query.limit,
      continuation: query.continuation,
      originChainId: query.originChainId,
      destinationChainId: query.destinationChainId,
      chainId: query.chainId,
      id: query.id,
      orderId: query.orderId,
      referrer: query.referrer,
      depositAddress: query.depositAddress,
      includeChildRequests: query.includeChildRequests,
      status: query.status,
      startTimestamp: query.startTimestamp,
      endTimestamp: query.endTimestamp,
      sortBy: sortBy === 'updatedAt' ? sortBy : 'createdAt',
      sortDirection: query.sortDirection,
    },
    chains,
  );
  const isReason = [failReason, refundFailReason].some(
    (reason) => reason !== undefined && reason !== 'N/A',
  );
  const base: RequestsQuery = {
    ...shared,
    users: named.users,
    txIds: named.txIds,
    apiKeyIds,
    ...(isReason && shared.status === undefined ? { status: withReason } : {}),
  };
  return {
    lookups: term === undefined ? [base] : termLookups(term, base, chains),
    filters: [...named.filters, ...filtersV3(query)],
  };
}

/** Lookups for a term: as a request, an order, an account or deposit address, a transaction. */
function termLookups(term: string, base: RequestsQuery, chains: Chains): readonly RequestsQuery[] {
  const isId = /^0x[0-9a-f]{64}$/i.test(term);
  const id = term.toLowerCase();
  const users = readIf(chains, (codec) => codec.normalizeAddress(term));
  const txIds = readIf(chains, (codec) => codec.normalizeTransactionId(term));
  return [
    // A query that names another id or order beside the term asks for both.
    ...(isId && (base.id ?? id) === id ? [{ ...base, id }] : []),
    ...(isId && (base.orderId ?? id) === id ? [{ ...base, orderId: id }] : []),
    ...(users === undefined ? [] : [{ ...base, users }]),
    ...(txIds === undefined ? [] : [{ ...base, txIds }]),
  ];
}

/** Canonical texts of a term; undefined where no family can read it so. */
function readIf(
  chains: Chains,
  read: Parameters<typeof normalizeWithAnyCodec>[1]['read'],
): readonly string[] | undefined {
  try {
    return normalizeWithAnyCodec(chains, { path: 'term', code: 'INVALID_REQUEST', read });
  } catch (error) {
    if (!isPortageError(error)) throw error;
    return undefined;
  }
}
