import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { assert } from '@portage/core';

/** A server that is some milliseconds away. */
export interface LatencyProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Hands bytes on, each so many milliseconds later; their order stays. */
function delay(from: Socket, to: Socket, ms: number): void {
  from.on('data', (bytes) => {
    setTimeout(() => to.write(bytes), ms);
  });
  from.on('end', () => {
    setTimeout(() => to.end(), ms);
  });
  from.on('error', () => to.destroy());
  from.on('close', (hadError) => {
    if (hadError) to.destroy();
  });
}

/**
 * Starts a proxy of TCP connections in front of a server. Bytes take half of the latency on their
 * way there and half on their way back, so an answer on an open connection comes that much later.
 *
 * @param target - address of the server, as in `http://127.0.0.1:4000`
 * @param latencyMs - milliseconds there and back
 */
export async function startLatencyProxy(target: string, latencyMs: number): Promise<LatencyProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const service = connect(Number(port), hostname);
    keep(client);
    keep(service);
    delay(client, service, latencyMs / 2);
    delay(service, client, latencyMs / 2);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(typeof address === 'object' && address !== null, 'a TCP server has a port');
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
