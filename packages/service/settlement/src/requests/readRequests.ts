import type { Queryable, Statement } from '@portage/database';
import {
  requestColumns,
  toStoredRequest,
  type RequestRow,
  type StoredRequest,
} from './storedRequest.js';

const byIds: Statement = {
  name: 'requests_by_id',
  text: `select ${requestColumns} from current_requests where id = any($1::text[])`,
};

/** Reads the requests that exist among `ids`, in no particular order. */
export async function readRequests(
  database: Queryable,
  ids: readonly string[],
): Promise<readonly StoredRequest[]> {
  return (await database.query<RequestRow>(byIds, [ids])).map(toStoredRequest);
}
