import type { Access, CountedCaller, KeyHolder, Limits } from '@portage/access';
import type { Chains } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';
import type { Places } from '../limits/createPlaces.js';
import type { RequestFeeds } from '../status/createRequestFeeds.js';
import type { StatusFeedOptions } from '../status/openStatusFeed.js';

/** Parts that all connections share. */
export interface SocketParts {
  readonly store: StatusFeedOptions['store'] & Pick<Settlement, 'getRequests'>;
  readonly feeds: RequestFeeds;
  readonly chains: Chains;
  readonly access: Access;
  readonly limits: Limits;
  /** Places of subscriptions, by address. */
  readonly subscriptionPlaces: Places;
  /** Told of faults of the service. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Client of a connection. */
export interface SocketCaller {
  /** Holder of the key that the connection was made with; undefined without one. */
  readonly holder: KeyHolder | undefined;
  /** As whom its messages are counted. */
  readonly counted: CountedCaller;
  /** Network of its address. */
  readonly address: string;
  /** Id of the call that became the connection. */
  readonly id: string;
}
