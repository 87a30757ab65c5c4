import { assert } from '@portage/core';
import type { Queryable } from '@portage/database';
import { requestsPageStatement } from './requestsPageStatement.js';
import type { RequestsQuery } from './requestsQuery.js';
import { readWaitingQuote } from './readWaitingQuote.js';
import { toStoredRequest, type RequestRow, type StoredRequest } from './storedRequest.js';

/** One page of requests. */
export interface RequestsPage {
  readonly requests: readonly StoredRequest[];
  /** Cursor of the next page; undefined after the last one. */
  readonly continuation: string | undefined;
}

/**
 * Reads one page of requests by (time, id): pages neither skip nor repeat a request whose time
 * stays. An unpaid quote is no request yet: it is found by its id alone.
 *
 * @throws PortageError `INVALID_REQUEST` when the continuation is not one of ours
 */
export async function readRequestsPage(
  database: Queryable,
  query: RequestsQuery,
): Promise<RequestsPage> {
  assert(query.limit >= 1 && query.limit <= 1_000, 'a page has 1 to 1000 requests');
  const { text, values } = requestsPageStatement(query);
  const read = () => database.query<RequestRow & { micros: number }>(text, values);
  let rows = await read();
  if (rows.length === 0) {
    const quote = await readWaitingQuote(database, query);
    if (quote !== undefined) return { requests: [quote], continuation: undefined };
    // A quote that began between the two readings is a request by now.
    if (query.id !== undefined) rows = await read();
  }
  const page = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? page.at(-1) : undefined;
  return {
    requests: page.map(toStoredRequest),
    continuation: last === undefined ? undefined : `${String(last.micros)}_${last.id}`,
  };
}
