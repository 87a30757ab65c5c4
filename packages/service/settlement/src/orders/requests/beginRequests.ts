import type { Statement, Transaction } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';
import { begunText } from './begunText.js';

const beginStatement: Statement = {
  name: 'requests_begin',
  text: `
with ${begunText('$1')}
insert into request_states (order_id, request_id, created_at, updated_at)
  select order_id, id, created_at, created_at from begun`,
};

/**
 * Begins the requests of orders to which something happens for the first time: copies out of their
 * quotes what lists and settlement need, for ever. Call it in the transaction of the event, before
 * anything that needs the rows. Requests that began already stay as they are; ids without a quote
 * are passed over. One statement, so it may travel with the commit.
 *
 * @example
 * ```ts
 * await settlement.transaction(async (tx) => {
 *   await beginRequests(tx, [orderId]);
 *   await changeRequests(tx, settlement.hub, [{ orderId, events: ['depositSent'] }]);
 * });
 * ```
 */
export async function beginRequests(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > 0) await tx.query(beginStatement, [hashArray(orderIds)]);
}
