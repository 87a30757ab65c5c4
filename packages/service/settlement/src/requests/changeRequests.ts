import {
  requestStatuses,
  transition,
  type FailReason,
  type RefundFailReason,
  type RequestEvent,
  type RequestStatus,
} from '@portage/core';
import { idsPerPayload, requestsChannel, type Hub } from './createHub.js';
import type { Statement, Transaction } from '@portage/database';
import { int4Array, numericArray, textArray } from '@portage/database';
import { requestColumns, toStoredRequest, type RequestRow } from './storedRequest.js';

/** Events of the request of an order. */
export interface RequestChange {
  readonly orderId: string;
  /** In the order in which they happened; an event that means nothing in a status is ignored. */
  readonly events: readonly RequestEvent[];
  readonly inTxIds?: readonly string[] | undefined;
  readonly outTxIds?: readonly string[] | undefined;
  readonly amountOut?: bigint | undefined;
  readonly failReason?: FailReason | undefined;
  readonly refundFailReason?: RefundFailReason | undefined;
}

/**
 * The status that each status becomes, as the row itself looks it up: no status is read before and
 * none is lost.
 */
function movesOf(events: readonly RequestEvent[]): string {
  const moves: Partial<Record<RequestStatus, RequestStatus>> = {};
  for (const status of requestStatuses) {
    const next = events.reduce(transition, status);
    if (next !== status) moves[status] = next;
  }
  return JSON.stringify(moves);
}

/** New ids behind the ones that are there; nearly always there are none. */
function addedTo(column: string): string {
  return `case when v.${column} is null then r.${column}
      when r.${column} = '{}' then string_to_array(v.${column}, ',')
      else array(select id from unnest(r.${column} || string_to_array(v.${column}, ',')) with ordinality as t (id, place) group by id order by min(place)) end`;
}

/** Writes the changes and tells every process which requests have changed. */
const changeText = (changed: string, answer: string): string => `
with changed as (
update request_states r set
    status = coalesce(($8::jsonb[])[v.move] ->> r.status, r.status),
    version = r.version + 1,
    in_tx_ids = ${addedTo('in_tx_ids')},
    out_tx_ids = ${addedTo('out_tx_ids')},
    amount_out = coalesce(v.amount_out, r.amount_out),
    fail_reason = coalesce(v.fail_reason, r.fail_reason),
    refund_fail_reason = coalesce(v.refund_fail_reason, r.refund_fail_reason),
    updated_at = clock_timestamp()
  from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::numeric[], $6::text[], $7::text[])
    as v (order_id, move, in_tx_ids, out_tx_ids, amount_out, fail_reason, refund_fail_reason)
  where r.order_id = v.order_id and (
    ($8::jsonb[])[v.move] ? r.status
    or not string_to_array(v.in_tx_ids, ',') <@ r.in_tx_ids
    or not string_to_array(v.out_tx_ids, ',') <@ r.out_tx_ids
    or v.fail_reason <> r.fail_reason
    or v.refund_fail_reason <> r.refund_fail_reason
  ) returning ${changed}
), told as (
  select pg_notify('${requestsChannel}', string_agg(request_id, ',')) from (
    select request_id, (row_number() over () - 1) / ${String(idsPerPayload)} as page from changed
  ) pages group by page
)
${answer}`;

/** Columns of the row that changes; the others are those of the request itself. */
const changing: readonly string[] = [
  'status',
  'version',
  'sponsor_paid',
  'in_tx_ids',
  'out_tx_ids',
  'amount_out',
  'fail_reason',
  'refund_fail_reason',
  'updated_at',
];

const columns = requestColumns
  .split(', ')
  .map((column) => `${changing.includes(column) ? 'changed' : 'requests'}.${column}`)
  .join(', ');

const changeStatement: Statement = {
  name: 'requests_change',
  text: changeText('r.request_id', 'select count(*)::int as told from told'),
};

const changeAndReadStatement: Statement = {
  name: 'requests_change_and_read',
  text: changeText(
    'r.*',
    `select ${columns}, (select count(*) from told) as told from changed join requests using (order_id)`,
  ),
};

/** One change for each order: later ones of the same order are put behind the earlier ones. */
export function mergeChanges(changes: readonly RequestChange[]): readonly RequestChange[] {
  const firsts = new Map<string, RequestChange>();
  const groups = new Map<string, RequestChange[]>();
  for (const change of changes) {
    const first = firsts.get(change.orderId);
    const group = groups.get(change.orderId);
    if (first === undefined) firsts.set(change.orderId, change);
    else if (group === undefined) groups.set(change.orderId, [first, change]);
    else group.push(change);
  }
  return Array.from(firsts, ([orderId, first]) => joinChanges(first, groups.get(orderId) ?? []));
}

/** The first change of an order, and all of them where there are more. */
function joinChanges(first: RequestChange, group: readonly RequestChange[]): RequestChange {
  if (group.length === 0) return first;
  const events = group.flatMap((change) => change.events);
  return {
    orderId: first.orderId,
    // What happens twice in a row moves nothing the second time.
    events: events.filter((event, index) => event !== events[index - 1]),
    inTxIds: group.flatMap(({ inTxIds }) => inTxIds ?? []),
    outTxIds: group.flatMap(({ outTxIds }) => outTxIds ?? []),
    amountOut: group.findLast(({ amountOut }) => amountOut !== undefined)?.amountOut,
    failReason: group.findLast(({ failReason }) => failReason !== undefined)?.failReason,
    refundFailReason: group.findLast(({ refundFailReason }) => refundFailReason !== undefined)
      ?.refundFailReason,
  };
}

const listed = (ids: readonly string[] | undefined): string | undefined =>
  ids === undefined || ids.length === 0 ? undefined : ids.join(',');

/**
 * More changes at once are told by id: whoever waits for one of them reads it, instead of all being
 * read for everybody.
 */
const announcedMax = 64;

/**
 * Moves requests by compare-and-set and tells who waits for them: each row looks its next status up
 * in a table made by `transition`, in the very statement that writes it, so concurrent writers
 * never overwrite each other. Readers of this process get what has changed right after the commit.
 * Orders without a request are passed over. One statement, so it may travel with the commit.
 */
export async function changeRequests(
  tx: Transaction,
  hub: Hub,
  changes: readonly RequestChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const all = [...mergeChanges(changes)].sort((a, b) => (a.orderId < b.orderId ? -1 : 1));
  const values = changeValues(all);
  if (!hub.isHeard() || all.length > announcedMax) {
    await tx.query(changeStatement, values);
    return;
  }
  const rows = await tx.query<RequestRow>(changeAndReadStatement, values);
  tx.afterCommit(() => hub.announce(rows.map(toStoredRequest)));
}

function changeValues(all: readonly RequestChange[]): readonly unknown[] {
  const places = new Map<string, number>();
  const moves: string[] = [];
  const placeOf = (events: readonly RequestEvent[]): number => {
    const key = events.join();
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, moves.push(movesOf(events)));
    return moves.length;
  };
  return [
    textArray(all.map(({ orderId }) => orderId)),
    int4Array(all.map(({ events }) => placeOf(events))),
    textArray(all.map(({ inTxIds }) => listed(inTxIds))),
    textArray(all.map(({ outTxIds }) => listed(outTxIds))),
    numericArray(all.map(({ amountOut }) => amountOut)),
    textArray(all.map(({ failReason }) => failReason)),
    textArray(all.map(({ refundFailReason }) => refundFailReason)),
    moves,
  ];
}
