import {
  requestStatuses,
  transition,
  type FailReason,
  type RefundFailReason,
  type RequestEvent,
  type RequestStatus,
} from '@portage/core';
import { hashArray } from '../../kit/hashId.js';
import { statementFor } from './changeStatements.js';
import type { Hub } from './createHub.js';
import type { Transaction } from '@portage/database';
import { int4Array, numericArray, textArray } from '@portage/database';
import { toStoredRequest, type RequestRow } from './storedRequest.js';

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
 * More changes at once are announced by id: a reader that waits for one of them reads it, instead
 * of all being read for every reader.
 */
const announcedMax = 64;

/**
 * Moves requests by compare-and-set and tells who waits for them: each row looks its next status up
 * in a table made by `transition`, in the very statement that writes it, so concurrent writers
 * never overwrite each other. Readers of this process get what has changed right after the commit.
 * Orders without a request are passed over. One statement, so it may travel with the commit.
 *
 * @param begins - orders to which something happens, perhaps for the first time: the requests of
 *   those that only have a quote begin, in the state that their change brings. Where another
 *   transaction begins one of them meanwhile, this one fails as after a conflict and runs again.
 */
export async function changeRequests(
  tx: Transaction,
  hub: Hub,
  changes: readonly RequestChange[],
  begins: readonly string[] = [],
): Promise<void> {
  if (changes.length === 0 && begins.length === 0) return;
  const all = [...mergeChanges(changes)].sort((a, b) => (a.orderId < b.orderId ? -1 : 1));
  const isBeginning = begins.length > 0;
  const isRead = hub.isHeard() && all.length <= announcedMax;
  const values = changeValues(all);
  const rows = await tx.query<RequestRow>(
    statementFor({ isBeginning, isRead }),
    isBeginning ? [...values, hashArray([...begins].sort())] : values,
  );
  if (isRead) tx.afterCommit(() => hub.announce(rows.map(toStoredRequest)));
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
    hashArray(all.map(({ orderId }) => orderId)),
    int4Array(all.map(({ events }) => placeOf(events))),
    textArray(all.map(({ inTxIds }) => listed(inTxIds))),
    textArray(all.map(({ outTxIds }) => listed(outTxIds))),
    numericArray(all.map(({ amountOut }) => amountOut)),
    textArray(all.map(({ failReason }) => failReason)),
    textArray(all.map(({ refundFailReason }) => refundFailReason)),
    moves,
  ];
}
