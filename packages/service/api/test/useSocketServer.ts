import { afterEach } from 'vitest';
import { createTestServer, type TestServer, type TestServerOptions } from './createTestServer.js';
import { connectSocket, type SocketClient } from './socketClient.js';

/** Server that listens. */
export interface Listening extends TestServer {
  readonly url: string;
}

/** Gives the tests of a file servers that listen, and closes them after each test. */
export function useSocketServer(): (options?: TestServerOptions) => Promise<Listening> {
  const open: TestServer[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ server }) => server.close()));
  });
  return async (options = {}) => {
    const parts = await createTestServer({
      ...options,
      limits: { closeMsMax: 500, ...options.limits },
    });
    open.push(parts);
    return { ...parts, url: await parts.server.listen({ host: '127.0.0.1', port: 0 }) };
  };
}

/** Subscribes, and waits until that is answered. */
export async function subscribed(url: string, filters: object): Promise<SocketClient> {
  const client = await connectSocket(url);
  client.subscribe(filters);
  await client.hear(2);
  return client;
}
