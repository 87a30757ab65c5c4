import type { WebSocket } from 'ws';
import { createMessageQueue } from './createMessageQueue.js';
import { createSubscriptions } from './createSubscriptions.js';
import { createSocketLine } from './socketLine.js';
import { printReady, printUpdate } from './socketMessages.js';
import type { SocketCaller, SocketParts } from './socketParts.js';

/** Milliseconds for which a connection may be open without a subscription. */
const idleMsMax = 60_000;

/** Open connection. */
export interface OpenSocket {
  /**
   * Called at intervals: keeps it alive, and ends it where the client is silent or subscribes to
   * nothing.
   */
  tend(): void;
  close(code: number, reason: string): void;
  /** Ends it without a word. */
  terminate(): void;
}

/** Serves one connection. */
export function openSocket(
  socket: WebSocket,
  caller: SocketCaller,
  parts: SocketParts,
): OpenSocket {
  const { limits, now } = parts;
  let heardAt = now();
  let askedAt = heardAt;
  let wantedAt = heardAt;
  const line = createSocketLine(socket, limits.streamBytesWaitingMax);
  const subscriptions = createSubscriptions(parts, caller, {
    update: (request) => {
      line.send(printUpdate(request, now()));
    },
    drained: line.drained,
    miss: () => {
      socket.close(1012, 'Changes may be missing: subscribe again with your cursor.');
    },
  });
  const messages = createMessageQueue({ parts, caller, subscriptions, line });

  socket.on('message', (data, isBinary) => {
    heardAt = now();
    wantedAt = heardAt;
    if (!messages.add(data, isBinary)) socket.close(1008, 'Too many messages at once.');
  });
  socket.on('pong', () => {
    heardAt = now();
  });
  // Its end follows: too long a message, or a connection that broke.
  socket.on('error', () => undefined);
  socket.on('close', subscriptions.stop);
  line.send(printReady(caller.id));

  return {
    tend: () => {
      const time = now();
      subscriptions.tend();
      if (subscriptions.count() > 0) wantedAt = time;
      if (time - heardAt >= 3 * limits.heartbeatMs) socket.terminate();
      else if (time - wantedAt >= idleMsMax) socket.close(1000, 'Nothing is subscribed to.');
      else if (time - askedAt >= limits.heartbeatMs) {
        askedAt = time;
        if (line.isOpen()) socket.ping();
      }
    },
    close: (code, reason) => {
      socket.close(code, reason);
    },
    terminate: () => {
      socket.terminate();
    },
  };
}
