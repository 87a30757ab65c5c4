import { assert, PortageError, type RequestStatus } from '@portage/core';
import type { Queryable, Statement } from '../pool/runTransaction.js';
import { requestColumns, toStoredRequest, type RequestRow, type StoredRequest } from './storedRequest.js';

const byIds: Statement = { name: 'requests_by_id', text: `select ${requestColumns} from requests where id = any($1::text[])` };

/** Reads the requests that exist among `ids`, in no particular order. */
export async function readRequests(database: Queryable, ids: readonly string[]): Promise<readonly StoredRequest[]> {
  return (await database.query<RequestRow>(byIds, [ids])).map(toStoredRequest);
}

/** Which requests, newest first, and where to go on. */
export interface RequestsQuery {
  /** Payer or recipient. */
  readonly user?: string | undefined;
  readonly status?: readonly RequestStatus[] | undefined;
  readonly id?: string | undefined;
  readonly orderId?: string | undefined;
  /** Id of a transaction on either side. */
  readonly txId?: string | undefined;
  readonly originChainId?: number | undefined;
  readonly destinationChainId?: number | undefined;
  readonly referrer?: string | undefined;
  readonly apiKeyId?: string | undefined;
  /** Milliseconds since 1970, inclusive; of creation, as `until`. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly order?: 'newest first' | 'oldest first' | undefined;
  /** At most this many, 1 to 1000. */
  readonly limit: number;
  /** `continuation` of the page before. */
  readonly continuation?: string | undefined;
}

/** One page of requests. */
export interface RequestsPage {
  readonly requests: readonly StoredRequest[];
  /** Where the next page begins; undefined after the last one. */
  readonly continuation: string | undefined;
}

const conditions = `
      ($1::text is null or payer = $1 or (recipient = $1 and recipient <> payer))
  and ($2::text[] is null or status = any($2))
  and ($3::text is null or id = $3)
  and ($4::text is null or order_id = $4)
  and ($5::text is null or in_tx_ids @> array[$5] or out_tx_ids @> array[$5])
  and ($6::bigint is null or origin_chain_id = $6)
  and ($7::bigint is null or destination_chain_id = $7)
  and ($8::text is null or referrer = $8)
  and ($9::text is null or api_key_id = $9)
  and ($10::float8 is null or created_at >= to_timestamp($10 / 1000))
  and ($11::float8 is null or created_at <= to_timestamp($11 / 1000))`;

// Unnamed statements: the planner sees the values, so that a filter by payer uses its index.
const newestFirst = `select ${requestColumns} from requests where ${conditions}
  and ($12::float8 is null or (created_at, id) < (to_timestamp($12 / 1000), $13)) order by created_at desc, id desc limit $14`;
const oldestFirst = `select ${requestColumns} from requests where ${conditions}
  and ($12::float8 is null or (created_at, id) > (to_timestamp($12 / 1000), $13)) order by created_at, id limit $14`;

function parseContinuation(text: string | undefined): { readonly createdAt: number; readonly id: string } | undefined {
  if (text === undefined) return undefined;
  const match = /^(\d{1,15})_(0x[0-9a-f]{64})$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) throw new PortageError('INVALID_REQUEST', { message: 'The continuation is not one of ours.' });
  return { createdAt: Number(match[1]), id: match[2] };
}

/**
 * Reads one page of requests by (creation, id).
 *
 * @throws PortageError `INVALID_REQUEST` when the continuation is not one of ours
 */
export async function readRequestsPage(database: Queryable, query: RequestsQuery): Promise<RequestsPage> {
  assert(query.limit >= 1 && query.limit <= 1_000, 'a page has 1 to 1000 requests');
  const after = parseContinuation(query.continuation);
  const rows = await database.query<RequestRow>(query.order === 'oldest first' ? oldestFirst : newestFirst, [
    query.user,
    query.status,
    query.id,
    query.orderId,
    query.txId,
    query.originChainId,
    query.destinationChainId,
    query.referrer,
    query.apiKeyId,
    query.since,
    query.until,
    after?.createdAt,
    after?.id,
    query.limit + 1,
  ]);
  const requests = rows.slice(0, query.limit).map(toStoredRequest);
  const last = rows.length > query.limit ? requests.at(-1) : undefined;
  return { requests, continuation: last === undefined ? undefined : `${last.createdAt}_${last.id}` };
}
