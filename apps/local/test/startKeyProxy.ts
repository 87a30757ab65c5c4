import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Server that adds a key. */
export interface KeyProxy {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Server of an app in front of ours that adds the app's key, as the client's own options advise: it
 * sends no key to other hosts than one.
 */
export async function startKeyProxy(serviceUrl: string, apiKey: string): Promise<KeyProxy> {
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/' } = request;
      const body = await text(request);
      const answer = await fetch(`${serviceUrl}${url}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
        ...(body === '' ? {} : { body }),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(await answer.text());
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
