import { standardError } from '@portage/core';
import type { WebSocket } from 'ws';
import { createPlaces } from '../limits/createPlaces.js';
import type { ServerLog } from '../log.js';
import { createRequestFeeds, type RequestFeedsOptions } from '../status/createRequestFeeds.js';
import { openSocket, type OpenSocket } from './openSocket.js';
import type { SocketCaller, SocketParts } from './socketParts.js';

/** Connections of a server. */
export interface Sockets {
  /**
   * Takes a place for one more connection; the returned function gives it back.
   *
   * @throws PortageError `RATE_LIMITED`, `SERVICE_UNAVAILABLE` once the server closes
   */
  take(address: string): () => void;
  /** Serves a connection that has a place. */
  open(socket: WebSocket, caller: SocketCaller): void;
  /** Number of open connections. */
  count(): number;
  /** Ends all of them; none can be opened afterwards. */
  close(): void;
}

/** Parts of a server that its connections work with. */
export interface SocketsOptions extends Pick<SocketParts, 'chains' | 'access' | 'limits' | 'now'> {
  readonly store: SocketParts['store'] & RequestFeedsOptions['store'];
  readonly log: Pick<ServerLog, 'error'>;
}

/** Creates the connections of one server. One timer serves all of them. */
export function createSockets(options: SocketsOptions): Sockets {
  const { store, chains, access, limits, log, now } = options;
  const onError = (error: unknown): void => {
    log.error({ err: error }, 'a WebSocket could not be told');
  };
  const places = createPlaces({
    perCallerMax: limits.socketsPerAddressMax,
    max: limits.socketsMax,
    refusal: {
      message: 'Too many connections are open.',
      hint: 'Subscribe to more on one that is open.',
    },
  });
  const subscriptionPlaces = createPlaces({
    perCallerMax: limits.subscriptionsPerAddressMax,
    max: limits.subscriptionsMax,
    refusal: {
      message: 'Too many subscriptions are open.',
      hint: 'Subscribe to a user or a key in place of many requests.',
    },
  });
  const feeds = createRequestFeeds({ store, onError });
  const parts: SocketParts = {
    store,
    feeds,
    chains,
    access,
    limits,
    subscriptionPlaces,
    onError,
    now,
  };
  const open = new Set<OpenSocket>();
  let isClosed = false;
  const timer = setInterval(
    () => {
      for (const each of open) each.tend();
    },
    Math.ceil(limits.heartbeatMs / 3),
  );
  timer.unref();

  return {
    take: (address) => {
      if (isClosed) throw standardError('SERVICE_UNAVAILABLE');
      return places.take(address);
    },
    open: (socket, caller) => {
      const served = openSocket(socket, caller, parts);
      open.add(served);
      socket.once('close', () => open.delete(served));
      if (isClosed) served.close(1001, 'The service stops.');
    },
    count: () => open.size,
    close: () => {
      isClosed = true;
      clearInterval(timer);
      for (const each of open) each.close(1001, 'The service stops: connect again.');
      // A client that does not answer would hold the server open.
      const rest = setTimeout(() => {
        for (const each of open) each.terminate();
      }, limits.closeMsMax);
      rest.unref();
    },
  };
}
