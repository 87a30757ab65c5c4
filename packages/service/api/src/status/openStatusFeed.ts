import { terminalStatuses } from '@portage/core';
import type { Settlement, StoredRequest } from '@portage/settlement';
import { presentRequest } from './presentRequest.js';
import { unknownRequest, type ArchiveStore } from './unknownRequest.js';

/** Parts that the status of a request is followed with. */
export interface StatusFeedOptions {
  readonly store: Pick<Settlement, 'getRequest' | 'hub'> & ArchiveStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Statuses of one request as they come, whatever they are printed on. */
export interface StatusFeed {
  /**
   * Passes `listener` the present state, the changes since the feed was opened, and then every
   * further change, each once and in order.
   *
   * @param after - version that the listener has already; by default none
   */
  begin(listener: (request: StoredRequest) => void, after?: number): void;
  /** Called at intervals: tells that the request has expired meanwhile. */
  readonly tend: () => void;
  readonly stop: () => void;
}

/**
 * Opens the feed of one request. It subscribes before it reads the status, so a change in between
 * arrives twice rather than never.
 *
 * @throws PortageError `UNKNOWN_REQUEST`
 */
export async function openStatusFeed(
  requestId: string,
  { store, now }: StatusFeedOptions,
): Promise<StatusFeed> {
  const early: StoredRequest[] = [];
  let version = -1;
  let tell: ((request: StoredRequest) => void) | undefined;
  let told: StoredRequest | undefined;
  const hear = (request: StoredRequest): void => {
    if (tell === undefined) {
      early.push(request);
    } else if (request.version > version) {
      version = request.version;
      told = presentRequest(request, now());
      tell(told);
    }
  };
  const stop = store.hub.subscribe(requestId, hear);
  const present = await store.getRequest(requestId).catch((error: unknown) => {
    stop();
    throw error;
  });
  if (present === undefined) {
    stop();
    throw await unknownRequest(requestId, store);
  }
  return {
    begin: (listener, after = -1) => {
      tell = listener;
      told = present;
      // An end is sent once more, so that a client that resumes behind it does not wait for it.
      version = terminalStatuses.has(present.status) ? -1 : after;
      for (const request of [present, ...early.splice(0)]) hear(request);
    },
    tend: () => {
      if (told === undefined || tell === undefined) return;
      const next = presentRequest(told, now());
      if (next.status === told.status) return;
      told = next;
      tell(next);
    },
    stop,
  };
}
