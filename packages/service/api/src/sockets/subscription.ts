import type { StoredRequest } from '@portage/settlement';
import type { SocketCursor } from './socketMessages.js';

/** Subscription of a connection to a request, a user or a key. */
export interface Subscription {
  /** Tells what happened behind the cursor, and from then on what happens. */
  readonly begin: () => Promise<void>;
  /** Called at intervals. */
  readonly tend: () => void;
  readonly stop: () => void;
}

/** Where a subscription tells what it finds. */
export interface SubscriptionTarget {
  /** Behind this place it goes on; undefined where it begins. */
  readonly cursor: SocketCursor | undefined;
  readonly update: (request: StoredRequest) => void;
  /** Resolves once all updates have left, or the connection has ended. */
  readonly drained: () => Promise<void>;
  /** Nothing can follow: the subscription is over. */
  readonly end: () => void;
  /** Something may not have been told. */
  readonly miss: () => void;
}
