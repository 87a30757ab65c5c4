import type { Queryable } from '@portage/database';
import { readRequests } from './readRequests.js';
import type { StoredRequest } from './storedRequest.js';

/** Gets a request each time it has changed; it must not throw. */
export type RequestListener = (request: StoredRequest) => void;

/** Brings every change of a request to its listeners, in this process and in all others. */
export interface Hub {
  /**
   * Calls `listener` with every newer version of a request, until the returned function is called.
   * It starts with the next change: subscribe first and read the request afterwards, then nothing
   * falls between.
   *
   * @example
   * ```ts
   * const unsubscribe = store.hub.subscribe(id, (request) => send(request.status));
   * const now = await store.getRequest(id);
   * ```
   */
  subscribe(requestId: string, listener: RequestListener): () => void;
  /** Calls `listener` with the ids of requests that have changed, in this process and in others. */
  onChange(listener: (ids: readonly string[]) => void): void;
  /** Calls `listener` each time after which changes may not have reached `onChange`. */
  onMissed(listener: () => void): void;
  /** Whether any listener of this process waits for any request. */
  isHeard(): boolean;
  /**
   * Right after a commit: gives changed requests to the readers of this process without the way
   * through the database.
   */
  announce(requests: readonly StoredRequest[]): void;
}

/** A {@link Hub} with what its owner drives. */
export interface DrivenHub extends Hub {
  /** A notification of another process arrived. */
  readonly receive: (payload: string) => void;
  /** Notifications may have been missed: look at every request that someone waits for. */
  refresh(): void;
}

/** Channel of the changes; a payload is a list of ids. */
export const requestsChannel = 'portage_requests';

/** A payload may have 8000 bytes; an id has 66 and a comma. */
export const idsPerPayload = 100;

interface Subscription {
  readonly listener: RequestListener;
  version: number;
}

/** Makes the hub of one process. `onError` is called when changed requests could not be read. */
export function createHub(database: Queryable, onError: (error: unknown) => void): DrivenHub {
  const subscriptions = new Map<string, Set<Subscription>>();
  const wanted = new Set<string>();
  const listeners: ((ids: readonly string[]) => void)[] = [];
  const missedListeners: (() => void)[] = [];
  let reading = false;

  function announce(requests: readonly StoredRequest[]): void {
    for (const request of requests) {
      for (const subscription of subscriptions.get(request.id) ?? []) {
        if (request.version <= subscription.version) continue;
        subscription.version = request.version;
        subscription.listener(request);
      }
    }
  }

  /** Reads what arrived meanwhile together, as often as something did. */
  async function readWanted(): Promise<void> {
    reading = true;
    while (wanted.size > 0) {
      const ids = [...wanted];
      wanted.clear();
      try {
        announce(await readRequests(database, ids));
      } catch (error) {
        onError(error);
      }
    }
    reading = false;
  }

  function want(ids: Iterable<string>): void {
    for (const id of ids) if (subscriptions.has(id)) wanted.add(id);
    if (wanted.size > 0 && !reading) void readWanted();
  }

  return {
    subscribe: (requestId, listener) => {
      const subscription: Subscription = { listener, version: -1 };
      const others = subscriptions.get(requestId) ?? new Set();
      subscriptions.set(requestId, others.add(subscription));
      return () => {
        others.delete(subscription);
        if (others.size === 0 && subscriptions.get(requestId) === others)
          subscriptions.delete(requestId);
      };
    },
    onChange: (listener) => listeners.push(listener),
    onMissed: (listener) => missedListeners.push(listener),
    isHeard: () => subscriptions.size > 0,
    announce,
    receive: (payload) => {
      const ids = payload.split(',');
      for (const listener of listeners) listener(ids);
      want(ids);
    },
    refresh: () => {
      for (const listener of missedListeners) listener();
      want(subscriptions.keys());
    },
  };
}
