/**
 * Whether something was paid because of the deposit of the order `$order`, or may still be: a
 * payment that is in a block, bytes that may land, a signature that any account may carry out, or a
 * payment that was booked without bytes of ours. A settlement alone is no payment: what it paid
 * may have failed.
 *
 * @param order - SQL that names the order
 */
export function paidText(order: string): string {
  return `(exists (select from outbox o where o.order_id = ${order} and o.purpose in ('fill', 'refund')
      and (o.state in ('stored', 'sent', 'mined') or o.authorization_expiry > extract(epoch from clock_timestamp()) - 900))
    or exists (select from fills f where f.order_id = ${order} and f.matched and f.state = 'seen')
    or exists (select from settlements s where s.order_id = ${order} and s.deposit_tx_id is not null and s.settled_at is not null and s.intent ->> 'recipient' <> ''))`;
}
