import type { RequestEntry } from '@portage/core';
import { checkOptions } from '@portage/core/errors';
import type { Client } from '../createClient.js';
import { findMismatch } from '../transport/findMismatch.js';
import { readAs } from '../transport/readAs.js';

/** Filters of `getRequests`. A request is listed where it fits all of them. */
export interface RequestsFilter {
  readonly id?: string | undefined;
  readonly orderId?: string | undefined;
  /** Payer, recipient or deposit address. */
  readonly user?: string | undefined;
  /** A transaction on either side. */
  readonly hash?: string | undefined;
  readonly status?: RequestEntry['status'] | undefined;
  /** A chain on either side. */
  readonly chainId?: number | undefined;
  readonly originChainId?: number | undefined;
  readonly destinationChainId?: number | undefined;
  readonly depositAddress?: string | undefined;
  readonly referrer?: string | undefined;
  /** Unix seconds. */
  readonly startTimestamp?: number | undefined;
  /** Unix seconds. */
  readonly endTimestamp?: number | undefined;
  readonly sortDirection?: 'asc' | 'desc' | undefined;
  /** Most entries of a page, 1 to 50; 20 by default. */
  readonly limit?: number | undefined;
  /** Place after the last page, as that page gave it. */
  readonly continuation?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A page of requests, newest first. */
export interface RequestsPage {
  readonly requests: readonly RequestEntry[];
  /** Place of the next page; undefined after the last one. */
  readonly continuation?: string | undefined;
}

/**
 * Lists requests, a page at a time.
 *
 * @throws PortageError `INVALID_REQUEST`, `INVALID_RESPONSE`, or what the transport throws
 * @see docs/spec/requests.md
 * @example
 * ```ts
 * const { requests, continuation } = await getRequests(client, { user, status: 'success' });
 * ```
 */
export async function getRequests(
  client: Client,
  filter: RequestsFilter = {},
): Promise<RequestsPage> {
  checkOptions(filter);
  const { signal, ...query } = filter;
  const answer = await client.call('requests', { query, signal });
  return readAs(answer, { name: 'list of requests', is: isPage });
}

/** The shape lists the members that every app needs; the others are handed through. */
function isPage(body: unknown): body is RequestsPage {
  const request = { id: 'string', status: 'string', data: 'object' } as const;
  return findMismatch(body, { requests: [request] }) === undefined;
}
