import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Chain } from '@portage/core/chain';
import { deployChain, type TestChain } from '../test/deployChain.js';
import { openEvm } from '../test/openEvm.js';
import { startFaultProxy, type FaultProxy } from '../test/startFaultProxy.js';

const closing = new AbortController();
let node: TestChain;
let proxy: FaultProxy;

beforeAll(async () => {
  node = await deployChain();
  await node.rpc('anvil_mine', ['0x190']);
  proxy = await startFaultProxy(node);
});
afterAll(async () => {
  closing.abort();
  await proxy.stop();
  await node.stop();
});

interface Filter {
  readonly fromBlock?: string;
  readonly toBlock?: string;
}

/** Opens the chain through the proxy and asks its endpoint what it is able to do. */
async function probe(): Promise<NonNullable<Chain['connection']>> {
  const { connection } = await openEvm({ ...node.config, rpcUrls: [proxy.rpcUrl] }, closing.signal);
  if (connection?.probe === undefined) throw new Error('An EVM chain has a probe.');
  return connection;
}

test('H15: an endpoint without bounds is told with its heights and its speed', async () => {
  proxy.spoil(undefined);
  const connection = await probe();
  const [profile] = (await connection.probe?.(closing.signal)) ?? [];
  expect(profile).toMatchObject({
    endpoint: new URL(proxy.rpcUrl).origin,
    callsMax: 100,
    simulates: true,
    finalizedHeight: expect.any(Number) as number,
    safeHeight: expect.any(Number) as number,
  });
  expect(profile?.height).toBeGreaterThanOrEqual(400);
  expect(profile?.logBlocksMax).toBe((profile?.height ?? 0) + 1);
  expect(profile?.latencyMs).toBeGreaterThanOrEqual(0);
});

test('H15: bounds, and what an endpoint does not know, are found by what it refuses', async () => {
  proxy.spoil(({ index, method, params }) => {
    const refuse = (message: string) => Promise.resolve({ error: { code: -32000, message } });
    if (index >= 10) return Promise.resolve({ status: 413, body: '<html></html>' });
    const filter = params[0] as Filter | undefined;
    const count = Number(filter?.toBlock) - Number(filter?.fromBlock) + 1;
    if (method === 'eth_getLogs' && count > 50) return refuse('exceed maximum block range: 50');
    if (method === 'eth_simulateV1') return refuse('the method is not available');
    return ['finalized', 'safe'].includes(String(params[0]))
      ? refuse('Unknown block')
      : Promise.resolve(undefined);
  });
  const connection = await probe();
  expect(await connection.probe?.(closing.signal)).toEqual([
    expect.objectContaining({
      logBlocksMax: 50,
      simulates: false,
      finalizedHeight: null,
      safeHeight: null,
    }),
  ]);
  const [profile] = (await connection.probe?.(closing.signal)) ?? [];
  expect(profile?.callsMax).toBeLessThanOrEqual(10);
  expect(profile?.callsMax).toBeGreaterThan(1);
});

test('H15: an endpoint that is away has its fault alone', async () => {
  proxy.spoil(undefined);
  const connection = await probe();
  proxy.spoil(() => Promise.resolve({ status: 401, body: 'invalid project id' }));
  expect(await connection.probe?.(closing.signal)).toEqual([
    {
      endpoint: new URL(proxy.rpcUrl).origin,
      fault: expect.stringContaining('invalid project id') as string,
    },
  ]);
});

test('H15: a node that lacks the newest block is away, and no contract is called wrong', async () => {
  proxy.spoil(({ method }) =>
    Promise.resolve(
      method === 'eth_call' ? { error: { code: -32000, message: 'header not found' } } : undefined,
    ),
  );
  await expect(probe()).rejects.toMatchObject({
    code: 'RPC_HTTP_ERROR',
    message: expect.stringContaining('header not found') as string,
  });
});
