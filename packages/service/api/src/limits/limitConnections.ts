import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey, type Limits } from '@portage/access';
import { writeTooManyConnections } from '../clientErrors.js';

/** Settings of the limit. */
export interface ConnectionLimit {
  readonly limits: Pick<Limits, 'connectionsMax' | 'connectionsPerAddressMax'>;
  /**
   * Whether proxies stand before the server. All connections are theirs then, and they limit their
   * callers.
   */
  readonly isBehindProxies: boolean;
}

/**
 * Bounds the connections of a server: of all callers together, and of each address. A connection
 * beyond it is answered 429 and ended, before anything of it is read.
 */
export function limitConnections(
  server: HttpServer,
  { limits, isBehindProxies }: ConnectionLimit,
): void {
  server.maxConnections = limits.connectionsMax;
  if (isBehindProxies) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined) return;
    const address = addressKey(socket.remoteAddress);
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    if (count > limits.connectionsPerAddressMax) writeTooManyConnections(socket);
  });
}
