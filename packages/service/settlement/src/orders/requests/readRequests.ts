import type { Queryable, Statement } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';
import {
  requestColumns,
  toStoredRequest,
  type RequestRow,
  type StoredRequest,
} from './storedRequest.js';

const byIds: Statement = {
  name: 'requests_by_id',
  text: `
select ${requestColumns} from current_requests where id = any($1::bytea[])
union all select ${requestColumns} from waiting_quotes where id = any($1::bytea[])`,
};

/**
 * Reads the requests that exist among `ids`, in no particular order. A quote to which nothing has
 * happened is a request that waits, in version 0.
 */
export async function readRequests(
  database: Queryable,
  ids: readonly string[],
): Promise<readonly StoredRequest[]> {
  return (await database.query<RequestRow>(byIds, [hashArray(ids)])).map(toStoredRequest);
}
