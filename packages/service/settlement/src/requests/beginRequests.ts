import type { Statement, Transaction } from '@portage/database';
import { hashArray } from '../hashId.js';

/**
 * All rows are written in the order of their ids, so that two who begin the same ones wait for each
 * other at most once; the second finds them there.
 */
const beginStatement: Statement = {
  name: 'requests_begin',
  text: `
with begun as (
  select * from waiting_quotes where order_id = any($1::bytea[]) order by order_id
), added_requests as (
  insert into requests (id, order_id, origin_chain_id, destination_chain_id, payer, recipient, referrer, api_key_id,
      quote, created_at, fill_by, execution_terms)
    select id, order_id, origin_chain_id, destination_chain_id, payer, recipient, referrer, api_key_id,
      quote, created_at, fill_by, execution_terms
    from begun on conflict do nothing
), added_states as (
  insert into request_states (order_id, request_id, created_at, updated_at)
    select order_id, id, created_at, created_at from begun on conflict do nothing
)
insert into orders (id, data, signature)
  select order_id, order_data, order_signature from begun where order_data is not null on conflict do nothing`,
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
