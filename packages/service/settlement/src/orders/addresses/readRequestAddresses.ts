import type { Queryable, Statement } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';

/** Relation of a request to a deposit address. */
export interface RequestAddress {
  readonly address: string;
  readonly type: 'strict' | 'open';
  readonly depositor: string;
  /** Account of refunds. */
  readonly refundTo: string;
  /** Id of the request that took its place. */
  readonly supersededBy: string | undefined;
}

const statement: Statement = {
  name: 'request_addresses',
  text: `
select own.order_id, a.address, a.type, a.depositor, a.refund_to, s.request_id as superseded_by
  from (select order_id, order_id as address_order_id from deposit_addresses where order_id = any($1::bytea[])
    union all select order_id, address_order_id from requotes where order_id = any($1::bytea[])) own
  join deposit_addresses a on a.order_id = own.address_order_id
  left join request_states s on s.supersedes = own.order_id`,
};

/**
 * The deposit addresses of orders, or those through which they were paid; orders without one are
 * missing.
 */
export async function readRequestAddresses(
  database: Queryable,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, RequestAddress>> {
  if (orderIds.length === 0) return new Map();
  const rows = await database.query<{
    order_id: string;
    address: string;
    type: 'strict' | 'open';
    depositor: string;
    refund_to: string;
    superseded_by: string | null;
  }>(statement, [hashArray(orderIds)]);
  return new Map(
    rows.map(({ order_id, address, type, depositor, refund_to, superseded_by }) => [
      order_id,
      { address, type, depositor, refundTo: refund_to, supersededBy: superseded_by ?? undefined },
    ]),
  );
}
