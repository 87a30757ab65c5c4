/** Entries about one order that are found by their ref, which is the order's id. */
const kinds = [
  'sponsor reserve',
  'sponsor release',
  'gasless charge',
  'fast fill hold',
  'fast fill release',
];

/**
 * Lines of the ledger of orders, as two tables of a statement: `own` are entries by order, `lines`
 * their postings. Deposits of one step share an entry; of it, an order has its own line and what
 * stands against it.
 *
 * @param ids - a table with `order_id`
 */
export const ledgerLinesText = (ids: string): string => `
own as materialized (
  select i.order_id, p.entry_id from ${ids} i join ledger_postings p on p.account = 'escrow:' || hash_text(i.order_id) and p.account like 'escrow:%'
  union select i.order_id, o.entry_id from ${ids} i join outbox o using (order_id) where o.entry_id is not null
  union select i.order_id, e.id from ${ids} i join ledger_entries e on e.kind = any('{${kinds.join(',')}}'::text[]) and e.ref = hash_text(i.order_id)
), lines as materialized (
  select own.order_id, e.id as entry_id, e.kind, e.ref, e.at, p.account, p.asset, p.amount::numeric as amount
    from own join ledger_entries e on e.id = own.entry_id join ledger_postings p on p.entry_id = e.id where e.kind <> 'deposits'
  union all
  select own.order_id, e.id, e.kind, e.ref, e.at, line.account, p.asset, line.amount
    from own join ledger_entries e on e.id = own.entry_id
      join ledger_postings p on p.entry_id = e.id and p.account = 'escrow:' || hash_text(own.order_id)
      cross join lateral (values (p.account, p.amount::numeric), ('outside', -p.amount::numeric)) as line (account, amount)
    where e.kind = 'deposits'
)`;

/** Entries of the order `r` out of `lines`, as JSON. */
export const entriesText = `(
  select coalesce(json_agg(json_build_object('id', e.entry_id, 'kind', e.kind, 'ref', e.ref, 'at', e.at, 'postings', e.postings) order by e.entry_id), '[]')
    from (select l.entry_id, l.kind, l.ref, l.at,
        json_agg(json_build_object('account', l.account, 'asset', l.asset, 'amount', l.amount::text) order by l.account, l.asset, l.amount) as postings
      from lines l where l.order_id = r.order_id group by l.entry_id, l.kind, l.ref, l.at) e)`;
