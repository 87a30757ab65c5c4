import type { Queryable, Statement } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';

const statement: Statement = {
  name: 'requests_fast_filled',
  text: `select order_id as "orderId" from fast_fills where order_id = any($1::bytea[])`,
};

/** Which of these orders an app guaranteed with its earnings, so that they wait for no blocks. */
export async function readFastFilledOrders(
  database: Queryable,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await database.query<{ orderId: string }>(statement, [hashArray(orderIds)]);
  return new Set(rows.map(({ orderId }) => orderId));
}
