import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createKeyProxy } from './createKeyProxy.mjs';

/** Serves the proxy by Node alone and resolves with its server. */
export async function serveKeyProxy(options, port = 0) {
  const handle = createKeyProxy(options);
  const server = createServer(async (incoming, outgoing) => {
    const leaving = new AbortController();
    outgoing.once('close', () => leaving.abort());
    const { method, headers } = incoming;
    const body = method === 'GET' || method === 'HEAD' ? undefined : Readable.toWeb(incoming);
    const url = new URL(incoming.url, 'http://server');
    const { signal } = leaving;
    const request = new Request(url, { method, headers, body, duplex: 'half', signal });
    const answer = await handle(request);
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    // A page that leaves ends its stream; nothing is left to tell it.
    await pipeline(answer.body ?? [], outgoing).catch(() => outgoing.destroy());
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { PORTAGE_URL: service, PORTAGE_API_KEY: apiKey, PAGE_ORIGIN = '' } = process.env;
  const options = { service, apiKey, mount: '/api/portage', origins: PAGE_ORIGIN.split(',') };
  const server = await serveKeyProxy(options, 3000);
  console.log(`http://127.0.0.1:${server.address().port}/api/portage`);
}
