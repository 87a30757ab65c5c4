import { earnedText } from '../../books/ledger/earnedText.js';

/** Why an order stays in the database, first match first, as conditions on `r` and `st`. */
const conditions: readonly (readonly [reason: string, condition: string])[] = [
  ['has not ended', `st.status not in ('success', 'refund', 'failure')`],
  ['ended too lately', 'greatest(r.fill_by, st.updated_at) >= $3::timestamptz'],
  [
    'has a deposit address, which may be paid at any time',
    `st.supersedes is not null or exists (select from deposit_addresses t where t.order_id = r.order_id)
      or exists (select from requotes t where t.order_id = r.order_id)`,
  ],
  ['has work to be done', 'exists (select from jobs t where t.order_id = r.order_id)'],
  [
    'has a payment that is not over',
    `exists (select from settlements t where t.order_id = r.order_id and t.settled_at is null)
      or exists (select from outbox t where t.order_id = r.order_id and t.state in ('stored', 'sent'))`,
  ],
  [
    'has a payment that is not booked',
    `exists (select from fills t where t.order_id = r.order_id and t.unbooked)
      or exists (select from releases t where t.order_id = r.order_id and t.unbooked)
      or exists (select from unconfirmed_events t where t.event ->> 'orderId' = hash_text(r.order_id))`,
  ],
  [
    'has a deposit that is not final, or that a reorg took back',
    `exists (select from deposits t where t.order_id = r.order_id and (t.state <> 'final' or t.reorg_count > 0 or t.covered_loss > 0))`,
  ],
  [
    'has money that its owner may withdraw, or has withdrawn',
    `exists (select from deposits t where t.order_id = r.order_id and (t.outcome not in ('matched', 'refund')
        or exists (select from withdrawal_parts p where p.deposit_chain_id = t.chain_id and p.deposit_tx_id = t.tx_id and p.deposit_ordinal = t.ordinal)
        or exists (select from settlements o where o.deposit_chain_id = t.chain_id and o.deposit_tx_id = t.tx_id and o.deposit_ordinal = t.ordinal and o.order_id <> r.order_id)))
      or exists (select from settlements t where t.order_id = r.order_id and t.kind = 'refund' and t.intent ->> 'recipient' = '')`,
  ],
  [
    'was asked back by its depositor',
    'exists (select from reclaims t where t.order_id = r.order_id)',
  ],
  [
    'has earned what is not collected',
    `exists (select from settlements s where s.order_id = r.order_id and s.deposit_tx_id is not null and ${earnedText} > 0
      and not exists (select from settlements c where c.order_id = decode(substr(s.collected_by, 3), 'hex') and c.kind = 'collection' and c.settled_at is not null
        and not exists (select from failed_collections h where h.order_id = c.order_id)))`,
  ],
  [
    'has a fast fill that an app may still answer for',
    `exists (select from fast_fills t where t.order_id = r.order_id and t.state <> 'released')`,
  ],
  [
    'has a call of a webhook that is not delivered',
    `exists (select from webhook_deliveries t where t.order_id = r.order_id and t.state = 'pending')`,
  ],
  [
    'has a marker that is not closed',
    `exists (select from outbox o where o.order_id = r.order_id and o.state = 'mined' and (o.purpose = 'fill' or o.authorization_nonce is not null)
      and exists (select from marker_proofs p where p.chain_id = o.chain_id)
      and not exists (select from marker_proofs p where p.chain_id = o.chain_id and p.tx_id = o.tx_id and p.sequence = o.sequence
        and (p.closing_id is null or exists (select from outbox q where q.order_id = p.closing_id and q.state = 'mined'))))`,
  ],
  [
    'has the newest transaction of its sender',
    `exists (select from outbox o where o.order_id = r.order_id and not exists (
      select from outbox n where n.chain_id = o.chain_id and n.sender = o.sender and n.sequence > o.sequence and n.state in ('mined', 'reverted')))`,
  ],
  [
    'has books that are not even, or that it shares',
    `exists (select from ledger_balances b where b.account in ('escrow:' || hash_text(r.order_id), 'sponsor-reserve:' || hash_text(r.order_id)) and b.balance <> 0)
      or exists (select from ledger_postings p join ledger_entries e on e.id = p.entry_id and e.kind <> 'deposits' join ledger_postings q on q.entry_id = e.id
        where p.account = 'escrow:' || hash_text(r.order_id) and p.account like 'escrow:%' and q.account like 'escrow:%' and q.account <> p.account)`,
  ],
];

/**
 * The first reason why the request `r` with its state `st` stays in the database, as SQL; null of
 * an order that a running process has nothing more to do with. `$3`: since when it must have ended.
 */
export const heldBackText = `case ${conditions
  .map(([reason, condition]) => `when ${condition} then '${reason}'`)
  .join('\n      ')} end`;
