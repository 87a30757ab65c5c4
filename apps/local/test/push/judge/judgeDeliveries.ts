import { groupBy } from './groupBy.js';
import type { Arrival } from './arrival.js';
import type { Subscription, WrittenEvent } from './subscription.js';

/** Counts of one webhook, and what is wrong with it. */
export interface JudgedSubscription {
  readonly kind: string;
  /** Events that it had to be told of. */
  readonly events: number;
  /** Attempts that arrived, whatever the receiver said. */
  readonly attempts: number;
  /** Events that it took twice or more: they are known by their ids. */
  readonly duplicates: number;
  /** Sentences. */
  readonly faults: readonly string[];
}

const statusLabel = 'status ';

/** Differences between the ledger and the events that were written for the webhook, both ways. */
function compareWithLedger({ requests, written, wantsTransfers }: Subscription): readonly string[] {
  const byRequest = groupBy(written, ({ requestId }) => requestId);
  const known = new Set(requests.map(({ requestId }) => requestId));
  const strange = [...byRequest.keys()].filter((requestId) => !known.has(requestId));
  return [
    ...strange.map((requestId) => `${requestId}: it is told of a request of another owner`),
    ...requests.flatMap(({ requestId, status, changes, payments }) => {
      const labels = (byRequest.get(requestId) ?? []).map(({ label }) => label);
      const statuses = labels.filter((label) => label.startsWith(statusLabel));
      const transfers = labels.filter((label) => !label.startsWith(statusLabel)).sort();
      const wanted = wantsTransfers ? [...payments].sort() : [];
      return [
        ...(statuses.length === changes
          ? []
          : [`${requestId}: ${String(statuses.length)} of ${String(changes)} statuses are told`]),
        ...(changes === 0 || statuses.at(-1) === statusLabel + status
          ? []
          : [`${requestId}: the last status told is not ${status}`]),
        ...(transfers.join() === wanted.join()
          ? []
          : [`${requestId}: payments told ${transfers.join()}, of the ledger ${wanted.join()}`]),
      ];
    }),
  ];
}

/** Faults in the order in which the events of one request arrived. */
function judgeOrder(events: readonly WrittenEvent[], arrivals: readonly Arrival[]): string[] {
  const places = new Map(events.map(({ messageId }, index) => [messageId, index]));
  const faults: string[] = [];
  let taken = 0;
  for (const { headers, isTaken } of arrivals) {
    const place = places.get(headers['webhook-id'] ?? '') ?? 0;
    const label = events[place]?.label ?? '';
    if (place > taken) faults.push(`"${label}" arrived before what happened earlier was taken`);
    if (place === taken && isTaken) taken += 1;
  }
  return faults;
}

/**
 * Holds what arrived at a webhook against what it had to be told: all of it, in order for each
 * request, each event under one id and with one body, and nothing else.
 *
 * @param arrivals - of this webhook, in the order of arrival
 */
export function judgeDeliveries(
  subscription: Subscription,
  arrivals: readonly Arrival[],
): JudgedSubscription {
  const { kind, written } = subscription;
  const requestOf = new Map(written.map(({ messageId, requestId }) => [messageId, requestId]));
  const idOf = ({ headers }: Arrival): string => headers['webhook-id'] ?? '';
  const byId = groupBy(arrivals, idOf);
  const takes = (messageId: string): number =>
    (byId.get(messageId) ?? []).filter(({ isTaken }) => isTaken).length;
  const arrivalsOf = groupBy(arrivals, (arrival) => requestOf.get(idOf(arrival)) ?? '');
  const ordered = [...groupBy(written, ({ requestId }) => requestId)].flatMap(
    ([requestId, events]) =>
      judgeOrder(events, arrivalsOf.get(requestId) ?? []).map((fault) => `${requestId}: ${fault}`),
  );
  return {
    kind,
    events: written.length,
    attempts: arrivals.length,
    duplicates: written.filter(({ messageId }) => takes(messageId) > 1).length,
    faults: [
      ...compareWithLedger(subscription),
      ...written
        .filter(({ messageId }) => takes(messageId) === 0)
        .map(({ requestId, label }) => `${requestId}: "${label}" is lost`),
      ...ordered,
      ...[...byId].flatMap(([id, own]) => [
        ...(requestOf.has(id) ? [] : [`${id}: nobody wrote what arrived under it`]),
        ...(new Set(own.map(({ body }) => body)).size === 1
          ? []
          : [`${id}: two bodies arrived under it`]),
      ]),
    ],
  };
}
