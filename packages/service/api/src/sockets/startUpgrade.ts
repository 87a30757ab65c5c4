import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { WebSocket, WebSocketServer } from 'ws';

/** Upgrade that its route decides about: it refuses as for every call, or takes the connection. */
export interface StartedUpgrade {
  /** Answer that the route may give instead. */
  readonly response: ServerResponse;
  /** Calls `listener` once the connection has ended, whatever became of it. */
  onClose(listener: () => void): void;
  /** Makes a WebSocket of it, in place of an answer. */
  take(server: WebSocketServer, open: (socket: WebSocket) => void): void;
}

/** Starts an upgrade whose connection is not taken yet; `head` is what came behind the call. */
export function startUpgrade(
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
): StartedUpgrade {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.end());
  socket.on('error', () => socket.destroy());
  return {
    response,
    onClose: (listener) => {
      socket.once('close', listener);
    },
    take: (server, open) => {
      response.detachSocket(socket);
      server.handleUpgrade(request, socket, head, open);
    },
  };
}
