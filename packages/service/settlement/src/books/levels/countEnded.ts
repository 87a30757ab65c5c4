import { terminalStatuses } from '@portage/core';
import type { Queryable, Statement } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';

/** Requests that one statement looks at, at most. */
const pageMax = 1_000;

/**
 * Time before the newest counted end from which ends are looked for again. A transaction writes the
 * time of an end before it commits, and commits within a minute and a half: statements end after 30
 * seconds, transactions that do nothing after 60.
 */
const overlap = '3 minutes';

// Tenths are rounded up, so that no time looks shorter than it was. A payout before its deposit was
// final took no time. Of a request and the one that takes its place, the latter counts.
const pageStatement: Statement = {
  name: 'count_ended',
  text: `
with page as (
  select order_id, status, updated_at from request_states
    where (updated_at, order_id) > ($1::timestamptz, $2::bytea) and status = any($3::text[])
    order by updated_at, order_id limit ${String(pageMax)}
), noted as (
  insert into ended_requests (order_id, ended_at)
    select order_id, updated_at from page p
      where not exists (select from ended_requests e where e.order_id = p.order_id)
        and not exists (select from request_states s where s.supersedes = p.order_id)
      order by order_id on conflict do nothing
    returning order_id, ended_at
), ended as (
  select (n.ended_at at time zone 'UTC')::date as day, r.origin_chain_id, r.destination_chain_id, p.status,
      case when t.order_id is not null then greatest(0, ceil(coalesce(extract(epoch from n.ended_at - d.final_at), 0) * 10))::bigint end as tenths
    from noted n join page p using (order_id) join requests r using (order_id)
      left join settlements t on t.order_id = n.order_id and t.leg = 'main' and t.kind = 'fill' and p.status = 'success'
      left join deposits d on d.chain_id = t.deposit_chain_id and d.tx_id = t.deposit_tx_id and d.ordinal = t.deposit_ordinal
), counted as (
  insert into ended_counts as c (day, origin_chain_id, destination_chain_id, status, fill_tenths, count)
    select day, origin_chain_id, destination_chain_id, status, tenths, count(*) from ended group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict on constraint ended_counts_key do update set count = c.count + excluded.count
)
select updated_at::text as at, order_id as id, (select count(*) from page)::int as size from page
  order by updated_at desc, order_id desc limit 1`,
};

/** The last request of a page: its time as the database writes it, and its order. */
interface PageEnd {
  readonly at: string;
  readonly id: string;
}

/**
 * Adds the requests that have ended since the last call to the counts of their days. Only what has
 * changed meanwhile is read. Several processes may do it at once: each request is counted by the
 * one that notes its end.
 */
export async function countEnded(database: Queryable): Promise<void> {
  const [begin] = await database.query<{ at: string | null }>(
    `select (max(ended_at) - interval '${overlap}')::text as at from ended_requests`,
  );
  let last: PageEnd = { at: begin?.at ?? '-infinity', id: '' };
  for (;;) {
    const [end] = await database.query<{ at: string; id: string; size: number }>(pageStatement, [
      last.at,
      hashBytes(last.id),
      [...terminalStatuses],
    ]);
    if (end === undefined || end.size < pageMax) return;
    last = end;
  }
}
