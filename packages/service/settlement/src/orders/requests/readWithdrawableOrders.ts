import type { Queryable, Statement } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';
import { unclaimedText } from '../../kit/unclaimedText.js';

const statement: Statement = {
  name: 'requests_withdrawable',
  text: `
select distinct coalesce(settled_order, order_id) as "orderId" from ${unclaimedText}
  where settled_order = any($1::bytea[]) or (settled_order is null and order_id = any($1::bytea[]))`,
};

/** Which of these orders have a deposit that its owner may withdraw. */
export async function readWithdrawableOrders(
  database: Queryable,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await database.query<{ orderId: string }>(statement, [hashArray(orderIds)]);
  return new Set(rows.map(({ orderId }) => orderId));
}
