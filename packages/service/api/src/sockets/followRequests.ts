import { requestFault } from '@portage/core';
import type { RequestsQuery, Settlement, StoredRequest } from '@portage/settlement';
import type { RequestFeeds, RequestFilter } from '../status/createRequestFeeds.js';
import type { Subscription, SubscriptionTarget } from './subscription.js';

/**
 * Milliseconds before the cursor from which changes are sent again: a change carries the time at
 * which its transaction began, and one with a later time may be sent first.
 */
const overlapMs = 60_000;

/** Requests sent at once on resuming; with this many the reader of a connection keeps up. */
const pageSize = 50;

/** Pages that are sent on resuming. */
const pagesMax = 20;

/** Changes that wait while what happened before is sent. */
const earlyMax = 1_000;

/** Parts that requests are followed with. */
export interface FollowRequestsParts {
  readonly store: Pick<Settlement, 'getRequests'>;
  readonly feeds: RequestFeeds;
}

/**
 * Subscription to all requests of an account or a key: each change from now on, and before it what
 * has changed since the cursor, each request once, in the state that it is in.
 */
export function followRequests(
  filter: RequestFilter,
  { store, feeds }: FollowRequestsParts,
  { cursor, update, drained, miss }: SubscriptionTarget,
): Subscription {
  let early: StoredRequest[] | undefined = [];
  let isStopped = false;
  const stopFeed = feeds.follow(filter, {
    tell: (request) => {
      if (early === undefined) update(request);
      else if (early.push(request) > earlyMax) miss();
    },
    miss,
  });

  const readPage = (since: number, continuation: string | undefined) => {
    const query: RequestsQuery = {
      users: filter.users,
      apiKeyId: filter.apiKeyId,
      includeChildren: true,
      since: Math.max(0, since - overlapMs),
      sortBy: 'updated',
      order: 'oldest first',
      limit: pageSize,
      continuation,
    };
    return store.getRequests(query);
  };

  async function catchUp(since: number): Promise<ReadonlyMap<string, number>> {
    const told = new Map<string, number>();
    let continuation: string | undefined;
    for (let count = 0; count < pagesMax; count += 1) {
      const page = await readPage(since, continuation);
      if (isStopped) return told;
      for (const request of page.requests) {
        told.set(request.id, request.version);
        update(request);
      }
      await drained();
      if (page.continuation === undefined) return told;
      ({ continuation } = page);
    }
    const message = `More than ${String(pageSize * pagesMax)} requests have changed since.`;
    throw requestFault('cursor', message, {
      message,
      hint: 'List them by GET /requests/v2, and subscribe without a cursor first.',
    });
  }

  return {
    begin: async () => {
      const told = cursor === undefined ? new Map() : await catchUp(cursor.since);
      const waiting = early ?? [];
      early = undefined;
      for (const request of waiting)
        if (request.version > (told.get(request.id) ?? -1)) update(request);
    },
    tend: () => undefined,
    stop: () => {
      isStopped = true;
      stopFeed();
    },
  };
}
