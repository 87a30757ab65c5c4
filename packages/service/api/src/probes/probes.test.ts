import { createChains } from '@portage/core/chain';
import { createFixedPrices } from '@portage/prices';
import { createFakeChain } from '@portage/testing';
import { afterEach, expect, test } from 'vitest';
import { createTestServer, idOf, type TestServer } from '../../test/createTestServer.js';
import { createWorkerServer } from './createWorkerServer.js';

let parts: TestServer | undefined;
let time = Date.now();
afterEach(() => parts?.server.close());

async function ask(url: string): Promise<unknown> {
  // Answers about the database are given again for half a second.
  time += 1_000;
  const { statusCode, headers, json } = await parts!.server.inject({ url });
  return [statusCode, headers['connection'], json<{ readonly status?: string }>().status];
}

test('a process is live, and ready while its database answers', async () => {
  parts = await createTestServer({ now: () => time });
  expect(await ask('/live')).toEqual([200, 'keep-alive', 'live']);
  expect(await ask('/ready')).toEqual([200, 'keep-alive', 'ready']);
  parts.store.isDown = true;
  expect(await ask('/live')).toEqual([200, 'keep-alive', 'live']);
  expect(await ask('/ready')).toEqual([503, 'keep-alive', 'unready']);
  parts.store.isDown = false;
  expect(await ask('/ready')).toEqual([200, 'keep-alive', 'ready']);
});

test('a process that drains is live and answers, is not ready, and closes connections', async () => {
  parts = await createTestServer({ now: () => time });
  const { id } = parts.store.add(idOf(7));
  const status = `/intents/status/v3?requestId=${id}`;
  expect(await ask(status)).toEqual([200, 'keep-alive', 'waiting']);
  parts.server.drain();
  expect(await ask('/live')).toEqual([200, 'close', 'live']);
  expect(await ask('/ready')).toEqual([503, 'close', 'unready']);
  expect(await ask(status)).toEqual([200, 'close', 'waiting']);
});

test('a worker without an API answers probes, health and metrics, and nothing else', async () => {
  parts = await createTestServer();
  const { chain } = createFakeChain({ id: 1, slug: 'one' });
  const halted = { ...(await parts.store.chains.read(1)), haltedReason: 'Money is missing.' };
  const server = await createWorkerServer({
    chains: createChains([chain]),
    prices: createFixedPrices({}, Date.now),
    store: { ...parts.store, chains: { read: async () => halted } },
    version: '1.2.3',
    log: { error: () => undefined },
  });
  const get = async (url: string): Promise<unknown> => {
    const { statusCode, body } = await server.inject({ url });
    return [statusCode, body];
  };
  expect(await get('/live')).toEqual([200, '{"status":"live"}']);
  expect(await get('/ready')).toEqual([200, '{"status":"ready"}']);
  // It answers 200: a restart would not end a halt.
  expect(await get('/health')).toEqual([200, expect.stringMatching(/degraded.*Money is missing/)]);
  expect(await get('/metrics')).toEqual([
    200,
    expect.stringContaining('portage_chain_height{chain="one"}'),
  ]);
  expect(await get('/quote/v2')).toEqual([404, expect.stringContaining('"code":"NOT_FOUND"')]);
  await server.close();
});
