import type { Statement } from '@portage/database';
import { begunText } from './begunText.js';
import { idsPerPayload, requestsChannel } from './createHub.js';
import { requestColumns } from './storedRequest.js';

/** New ids behind the ones that are there; nearly always there are none. */
function addedTo(column: string): string {
  return `case when v.${column} is null then r.${column}
      when r.${column} = '{}' then string_to_array(v.${column}, ',')
      else array(select id from unnest(r.${column} || string_to_array(v.${column}, ',')) with ordinality as t (id, place) group by id order by min(place)) end`;
}

/** The changes; a move is a table of statuses in `$8`. */
const changes = `changes as (
  select * from unnest($1::bytea[], $2::int[], $3::text[], $4::text[], $5::numeric[], $6::text[], $7::text[])
    as v (order_id, move, in_tx_ids, out_tx_ids, amount_out, fail_reason, refund_fail_reason)
)`;

/** Requests that are there already, changed by compare-and-set. */
const changed = `changed as (
  update request_states r set
      status = coalesce(($8::jsonb[])[v.move] ->> r.status, r.status),
      version = r.version + 1,
      in_tx_ids = ${addedTo('in_tx_ids')},
      out_tx_ids = ${addedTo('out_tx_ids')},
      amount_out = coalesce(v.amount_out, r.amount_out),
      fail_reason = coalesce(v.fail_reason, r.fail_reason),
      refund_fail_reason = coalesce(v.refund_fail_reason, r.refund_fail_reason),
      updated_at = clock_timestamp()
    from changes v
    where r.order_id = v.order_id and (
      ($8::jsonb[])[v.move] ? r.status
      or not string_to_array(v.in_tx_ids, ',') <@ r.in_tx_ids
      or not string_to_array(v.out_tx_ids, ',') <@ r.out_tx_ids
      or v.fail_reason <> r.fail_reason
      or v.refund_fail_reason <> r.refund_fail_reason
    ) returning r.*
)`;

/**
 * Requests of quotes to which something happens for the first time. A state is written once, as its
 * change leaves it: a row that is written and then changed would cost twice as much. Where another
 * transaction began one of them since the statement looked, its key is taken, and this one runs
 * again.
 */
const begun = `${begunText('$9')}, added as (
  insert into request_states (order_id, request_id, created_at, status, version, in_tx_ids, out_tx_ids, amount_out,
      fail_reason, refund_fail_reason, updated_at)
    select b.order_id, b.id, b.created_at, coalesce(($8::jsonb[])[v.move] ->> 'waiting', 'waiting'),
      case when v.order_id is null then 0 else 1 end,
      coalesce(string_to_array(v.in_tx_ids, ','), '{}'), coalesce(string_to_array(v.out_tx_ids, ','), '{}'), v.amount_out,
      coalesce(v.fail_reason, 'N/A'), coalesce(v.refund_fail_reason, 'N/A'),
      case when v.order_id is null then b.created_at else clock_timestamp() end
    from begun b left join changes v using (order_id) returning *
)`;

const told = (rows: string): string => `told as (
  select pg_notify('${requestsChannel}', string_agg(hash_text(request_id), ',')) from (
    select request_id, (row_number() over () - 1) / ${String(idsPerPayload)} as page from ${rows} touched
  ) pages group by page
)`;

/** Columns of the state of a request; the others are those of the request itself. */
const stateColumns: readonly string[] = [
  'status',
  'version',
  'in_tx_ids',
  'out_tx_ids',
  'amount_out',
  'fail_reason',
  'refund_fail_reason',
  'updated_at',
];

/** Columns of a request out of two sources. */
function columnsOf(state: string, request: string): string {
  return requestColumns
    .split(', ')
    .map((column) => `${stateColumns.includes(column) ? state : request}.${column}`)
    .join(', ');
}

const readChanged = `select ${columnsOf('changed', 'requests')}, (select count(*) from told) as told from changed join requests using (order_id)`;
const readAdded = `select ${columnsOf('added', 'begun')}, (select count(*) from told) from added join begun using (order_id) where added.version > 0`;
const both =
  '(select request_id from changed union all select request_id from added where version > 0)';

const change: Statement = {
  name: 'requests_change',
  text: `with ${changes}, ${changed}, ${told('changed')}
select count(*)::int as told from told`,
};

const changeAndRead: Statement = {
  name: 'requests_change_and_read',
  text: `with ${changes}, ${changed}, ${told('changed')}
${readChanged}`,
};

const begin: Statement = {
  name: 'requests_begin_and_change',
  text: `with ${changes}, ${changed}, ${begun}, ${told(both)}
select count(*)::int as told from told`,
};

const beginAndRead: Statement = {
  name: 'requests_begin_change_and_read',
  text: `with ${changes}, ${changed}, ${begun}, ${told(both)}
${readChanged} union all ${readAdded}`,
};

/** Choices of one call of `changeRequests`. */
export interface ChangeOptions {
  /** Requests may begin with it. */
  readonly isBeginning: boolean;
  /** The requests that have changed are read. */
  readonly isRead: boolean;
}

/** The statement that writes changes and tells every process which requests have changed. */
export function statementFor({ isBeginning, isRead }: ChangeOptions): Statement {
  if (isBeginning) return isRead ? beginAndRead : begin;
  return isRead ? changeAndRead : change;
}
