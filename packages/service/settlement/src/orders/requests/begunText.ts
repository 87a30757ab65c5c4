/** Position of a parameter in a statement. */
export type Parameter = `$${number}`;

/**
 * Requests of quotes to which something happens for the first time, as parts of a statement named
 * `begun` and `added_requests`. All rows are written in the order of their ids, so that two who
 * begin the same ones wait for each other at most once; the second runs again.
 *
 * @param orderIds - Parameter that carries the ids of the orders, as `bytea[]`.
 */
export function begunText(orderIds: Parameter): string {
  return `begun as (
  select * from waiting_quotes where order_id = any(${orderIds}::bytea[]) order by order_id
), added_requests as (
  insert into requests (id, order_id, origin_chain_id, destination_chain_id, payer, recipient, referrer,
      referrer_address, api_key_id, quote, created_at, fill_by, order_data, order_signature, execution_terms)
    select id, order_id, origin_chain_id, destination_chain_id, payer, recipient, referrer,
      referrer_address, api_key_id, quote, created_at, fill_by, order_data, order_signature, execution_terms
    from begun
)`;
}
