import type { Queryable, Statement } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';
import {
  requestColumns,
  toStoredRequest,
  type RequestRow,
  type StoredRequest,
} from './storedRequest.js';

/** A request that has changed, with whom it has to do. */
export interface FollowedRequest {
  readonly request: StoredRequest;
  /** Public id of the API key that asked for its quote. */
  readonly apiKeyId: string | undefined;
  /** Its deposit address, or the one that what it was made for came through. */
  readonly depositAddress: string | undefined;
}

const addressOf = 'select d.address from deposit_addresses d where d.order_id =';

const byIds: Statement = {
  name: 'requests_followed',
  text: `
select ${requestColumns}, api_key_id, coalesce(
    (${addressOf} c.order_id),
    (${addressOf} (select q.address_order_id from requotes q where q.order_id = c.order_id))
  ) as deposit_address
  from current_requests c where id = any($1::bytea[])`,
};

/** Row of a request that is followed. */
interface FollowedRow extends RequestRow {
  readonly api_key_id: string | null;
  readonly deposit_address: string | null;
}

/** Reads those of `ids` to which something has happened, in no particular order. */
export async function readFollowed(
  database: Queryable,
  ids: readonly string[],
): Promise<readonly FollowedRequest[]> {
  const rows = await database.query<FollowedRow>(byIds, [hashArray(ids)]);
  return rows.map((row) => ({
    request: toStoredRequest(row),
    apiKeyId: row.api_key_id ?? undefined,
    depositAddress: row.deposit_address ?? undefined,
  }));
}
