import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createEndpoint } from '../endpoint/createEndpoint.js';
import { createSender, type Sender } from './createSender.js';

const servers: Server[] = [];
let closing = new AbortController();

afterEach(async () => {
  closing.abort();
  closing = new AbortController();
  await Promise.all(
    servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))),
  );
});

interface Host {
  readonly url: string;
  /** Transactions that it received, in order. */
  readonly given: string[];
  /** Refuses with these words from now on; undefined: takes everything. */
  refuses(words: string | undefined): void;
}

async function startHost(): Promise<Host> {
  const given: string[] = [];
  let words: string | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      const calls = (Array.isArray(body) ? body : [body]) as { id: number; params: string[] }[];
      given.push(...calls.map(({ params }) => params[0] ?? ''));
      const error = { code: -32000, message: words };
      const replies = calls.map(({ id }) =>
        words === undefined ? { id, result: 1 } : { id, error },
      );
      response.end(JSON.stringify(replies.length === 1 ? replies[0] : replies));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const url = `http://127.0.0.1:${String(address.port)}`;
  return { url, given, refuses: (said) => (words = said) };
}

/** A private host and a public node at a height, and what sends to them. */
async function open(): Promise<{
  readonly host: Host;
  readonly node: Host;
  readonly send: (...ids: readonly string[]) => ReturnType<Sender['send']>;
  readonly at: (height: number) => void;
}> {
  const [host, node] = await Promise.all([startHost(), startHost()]);
  let height = 10;
  const limits = { timeoutMs: 5_000, responseBytesMax: 1_000 };
  const endpoint = createEndpoint(node.url, limits);
  closing.signal.addEventListener('abort', () => void endpoint.close());
  const sender = createSender({
    rpc: { endpoints: [endpoint] },
    sendUrls: [host.url],
    sendPublicAfterBlocks: 3,
    height: () => height,
    timeoutMs: 5_000,
    signal: closing.signal,
  });
  const send = (...ids: readonly string[]): ReturnType<Sender['send']> =>
    sender.send(
      ids.map((txId) => ({ txId, request: { method: 'send', params: [txId] } })),
      ({ message }) => (message === 'too cheap' ? 'underpriced' : 'ambiguous'),
    );
  return { host, node, send, at: (next) => (height = next) };
}

const accepted = { status: 'accepted' };

describe('a sender with private hosts', () => {
  it('shows a transaction to nobody else for some blocks, then to everybody', async () => {
    const { host, node, send, at } = await open();
    expect(await send('a', 'b')).toEqual([accepted, accepted]);
    at(12);
    await send('a');
    expect([host.given, node.given]).toEqual([['a', 'b', 'a'], []]);
    at(13);
    // One that is newer is still private.
    expect(await send('a', 'c')).toEqual([accepted, accepted]);
    expect(node.given).toEqual(['a']);
    expect(host.given.slice(3).sort()).toEqual(['a', 'c']);
  });

  it('gives a host once a block what it took', async () => {
    const { host, send, at } = await open();
    for (let times = 0; times < 5; times += 1) expect(await send('a')).toEqual([accepted]);
    expect(host.given).toEqual(['a']);
    at(11);
    await send('a');
    expect(host.given).toEqual(['a', 'a']);
  });

  it('gives it again at once where the host did not take it, and to everybody in the end', async () => {
    const { host, node, send, at } = await open();
    host.refuses('not now');
    expect(await send('a')).toMatchObject([{ status: 'unknown', reason: 'not now' }]);
    await send('a');
    expect(host.given).toEqual(['a', 'a']);
    at(13);
    expect(await send('a')).toEqual([accepted]);
    expect(node.given).toEqual(['a']);
  });

  it('passes on that a fee is too low', async () => {
    const { host, send } = await open();
    host.refuses('too cheap');
    expect(await send('a')).toMatchObject([{ status: 'rejected', isUnderpriced: true }]);
  });
});
