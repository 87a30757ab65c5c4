import { createServer, type Server } from 'node:http';
import { PortageError, systemClock } from '@portage/core';
import { afterEach, expect, test } from 'vitest';
import type { EndpointCheck } from './createCheckedEndpoint.js';
import { openEndpoints, type OpenedEndpoints } from './openEndpoints.js';
import { readResult } from './parse.js';

const call = { method: 'chain', params: [] };
const servers = new Set<Server>();
const stop = { now: new AbortController() };
let logged: Readonly<Record<string, unknown>>[] = [];

afterEach(async () => {
  stop.now.abort();
  stop.now = new AbortController();
  logged = [];
  for (const server of servers) await close(server);
});

/** A node that says which chain it serves. */
async function serve(chain: number, port = 0): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly id: number };
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: chain }));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  servers.add(server);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { server, url: `http://127.0.0.1:${String(address.port)}` };
}

async function close(server: Server): Promise<void> {
  servers.delete(server);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

const isSeven: EndpointCheck = async ({ ask }, signal) => {
  const [reply] = await ask([call], signal);
  if (readResult(reply, 'chain') !== 7)
    throw new PortageError('INVALID_CONFIGURATION', { message: 'it serves another chain.' });
};

const open = (rpcUrls: readonly string[], quorum?: number): Promise<OpenedEndpoints> =>
  openEndpoints(
    { name: 'seven', rpcUrls, quorum, devnet: true, timeoutMs: 500 },
    {
      check: isSeven,
      signal: stop.now.signal,
      clock: systemClock,
      log: (message, context) => logged.push({ message, ...context }),
    },
  );

const faultsOf = ({ connection }: OpenedEndpoints): readonly boolean[] =>
  connection.endpoints().map(({ fault }) => fault !== undefined);

/** An address without a listener. */
async function nobody(): Promise<string> {
  const { server, url } = await serve(0);
  await close(server);
  return url;
}

test('endpoints open while a quorum of them answers, and the one that does not is told of', async () => {
  const opened = await open([(await serve(7)).url, await nobody(), (await serve(7)).url]);
  expect(faultsOf(opened)).toEqual([false, true, false]);
  expect(logged).toEqual([
    expect.objectContaining({ message: 'an endpoint does not answer', chain: 'seven' }),
  ]);
});

test('fewer endpoints than must agree are a failure of now, and a wrong one refuses the settings', async () => {
  const [right, wrong] = [(await serve(7)).url, (await serve(8)).url];
  await expect(open([right, await nobody()])).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
  await expect(open([right, wrong], 1)).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION' });
});

test('an endpoint that comes back is asked nothing before it is seen to be the right one', async () => {
  const away = await nobody();
  const opened = await open([(await serve(7)).url, away], 1);
  const back = opened.endpoints[1];
  const port = Number(new URL(away).port);
  const wrong = await serve(8, port);
  await expect
    .poll(() => back?.ask([call]).catch((error: unknown) => String(error)))
    .toContain('another chain');
  await close(wrong.server);
  expect(opened.connection.endpoints()[1]?.fault).toContain('another chain');
});

test('an endpoint that is away while all runs is told of once, and checked when it is back', async () => {
  const first = await serve(7);
  const opened = await open([first.url, (await serve(7)).url], 1);
  const [endpoint] = opened.endpoints;
  await close(first.server);
  const port = Number(new URL(first.url).port);
  for (let i = 0; i < 4; i += 1) await endpoint?.ask([call]).catch(() => undefined);
  expect(faultsOf(opened)).toEqual([true, false]);
  await serve(7, port);
  await expect
    .poll(() =>
      endpoint?.ask([call]).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  expect(faultsOf(opened)).toEqual([false, false]);
  expect(logged.map(({ message }) => message)).toEqual([
    'an endpoint does not answer',
    'an endpoint answers again',
  ]);
});

test('H15: refusals are counted by their kind, and the log has their words once a minute', async () => {
  const key = '0123456789abcdef';
  let refusals: readonly { readonly status: number; readonly body: object }[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const [refusal, ...others] = refusals;
      refusals = others;
      response
        .writeHead(refusal?.status ?? 200)
        .end(JSON.stringify({ jsonrpc: '2.0', id: ++asked, ...(refusal?.body ?? { result: 7 }) }));
    });
  });
  let asked = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.add(server);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { endpoints, connection } = await open([`http://127.0.0.1:${String(port)}/v2/${key}`]);
  const error = (code: number, message: string) => ({ error: { code, message } });
  refusals = [
    { status: 429, body: { message: `too many requests by ${key}, ${'please wait '.repeat(40)}` } },
    { status: 429, body: { message: 'too many requests' } },
    { status: 200, body: error(-32601, 'the method chain is not available') },
    { status: 200, body: error(-32000, 'nonce too low') },
    { status: 200, body: error(3, 'execution reverted') },
  ];
  for (let count = 0; count < 4; count += 1) await endpoints[0]?.ask([call]);
  const [{ refusals: counted } = {}] = connection.endpoints();
  expect([...(counted ?? [])]).toEqual([
    ['rate', 2],
    ['method', 1],
    ['other', 1],
  ]);
  const told = logged.filter(({ message }) => message === 'an endpoint refuses');
  expect(told).toEqual([
    expect.objectContaining({ kind: 'rate', times: 1, chain: 'seven' }),
    expect.objectContaining({ kind: 'method', words: 'the method chain is not available' }),
  ]);
  expect(JSON.stringify(logged)).not.toContain(key);
  expect(String(told[0]?.['words']).length).toBeLessThanOrEqual(200);
});
