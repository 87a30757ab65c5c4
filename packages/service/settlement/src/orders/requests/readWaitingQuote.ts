import type { Queryable, Statement } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';
import type { RequestsQuery } from './requestsQuery.js';
import {
  requestColumns,
  toStoredRequest,
  type RequestRow,
  type StoredRequest,
} from './storedRequest.js';

const readStatement: Statement = {
  name: 'waiting_quote_by_id',
  text: `select ${requestColumns}, api_key_id from waiting_quotes where id = $1`,
};

interface QuoteRow extends RequestRow {
  api_key_id: string | null;
}

/** Whether a member of a query that may be left out allows a value. */
function allows<T>(wanted: T | undefined, values: readonly (T | null)[]): boolean {
  return wanted === undefined || values.includes(wanted);
}

/** Whether an unpaid quote is among those that a query asks for. Pure. */
function isAskedFor(row: QuoteRow, query: RequestsQuery): boolean {
  const { users, status, since = 0, until = Infinity } = query;
  const { payer, recipient, origin_chain_id: origin, destination_chain_id: destination } = row;
  return (
    query.txIds === undefined &&
    query.depositAddresses === undefined &&
    (users === undefined || users.some((user) => user === payer || user === recipient)) &&
    (status === undefined || status.includes('waiting')) &&
    allows(query.orderId, [row.order_id]) &&
    allows(query.originChainId, [origin]) &&
    allows(query.destinationChainId, [destination]) &&
    allows(query.chainId, [origin, destination]) &&
    allows(query.referrer, [row.referrer]) &&
    allows(query.referrerAddress, [row.referrer_address]) &&
    allows(query.apiKeyId, [row.api_key_id]) &&
    (query.apiKeyIds?.includes(row.api_key_id ?? '') ?? true) &&
    row.created_at >= since &&
    row.created_at <= until
  );
}

/**
 * The quote whose id a query names, where nothing has happened to it yet and the query's other
 * filters allow it. Lists are of requests: a quote is found by its id alone.
 */
export async function readWaitingQuote(
  database: Queryable,
  query: RequestsQuery,
): Promise<StoredRequest | undefined> {
  if (query.id === undefined || query.continuation !== undefined) return undefined;
  const [row] = await database.query<QuoteRow>(readStatement, [hashBytes(query.id)]);
  return row !== undefined && isAskedFor(row, query) ? toStoredRequest(row) : undefined;
}
