import { terminalStatuses } from '@portage/core';
import { openStatusFeed, type StatusFeedOptions } from '../status/openStatusFeed.js';
import type { Subscription, SubscriptionTarget } from './subscription.js';

/**
 * Subscription to one request: its present status, each change, and the end of the subscription
 * after the last one. Resumed, it passes over the versions that the reader has.
 *
 * @throws PortageError `UNKNOWN_REQUEST`
 */
export async function followStatus(
  requestId: string,
  parts: StatusFeedOptions,
  { cursor, update, end }: SubscriptionTarget,
): Promise<Subscription> {
  const feed = await openStatusFeed(requestId, parts);
  return {
    begin: () => {
      feed.begin((request) => {
        update(request);
        if (terminalStatuses.has(request.status)) end();
      }, cursor?.version);
      return Promise.resolve();
    },
    tend: feed.tend,
    stop: feed.stop,
  };
}
