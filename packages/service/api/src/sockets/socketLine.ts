import { WebSocket } from 'ws';

/** Sends messages on a connection. */
export interface SocketLine {
  readonly isOpen: () => boolean;
  /** Sends a message, unless the connection has ended. */
  readonly send: (text: string) => void;
  /** Resolves once all that was sent has left, or the connection has ended. */
  readonly drained: () => Promise<void>;
}

/**
 * Makes the line of a connection. A client that leaves more unread than it may is cut off: it
 * resumes by its cursor, and nothing waits for it.
 */
export function createSocketLine(socket: WebSocket, bytesWaitingMax: number): SocketLine {
  const isOpen = (): boolean => socket.readyState === WebSocket.OPEN;
  return {
    isOpen,
    send: (text) => {
      if (!isOpen()) return;
      socket.send(text);
      if (socket.bufferedAmount > bytesWaitingMax) socket.terminate();
    },
    drained: () =>
      new Promise((resolve) => {
        if (!isOpen()) {
          resolve();
          return;
        }
        // A ping leaves behind all that was sent before.
        socket.ping('', false, () => {
          resolve();
        });
      }),
  };
}
