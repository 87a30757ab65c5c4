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
  expect(profile?.stateBlocks).toBe(profile?.height);
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

test('H15: a start asks eight calls what an endpoint is able to do, and tells what it lacks', async () => {
  const calls: { readonly method: string; readonly params: readonly unknown[] }[] = [];
  const refuse = (message: string) => Promise.resolve({ error: { code: -32000, message } });
  proxy.spoil(({ method, params }) => {
    calls.push({ method, params });
    const filter = params[0] as Filter | undefined;
    const count = Number(filter?.toBlock) - Number(filter?.fromBlock) + 1;
    if (method === 'eth_getLogs' && count > 10) return refuse('ranges over 10 blocks: upgrade');
    if (method === 'eth_getBalance' && params[1] === '0x1') return refuse('missing trie node');
    return params[0] === 'safe' ? refuse('Unknown block') : Promise.resolve(undefined);
  });
  const connection = await probe();
  await expect.poll(() => connection.endpoints()[0]?.lacks).toEqual(['archive', 'safe']);
  const own = calls.filter(
    ({ method, params }) =>
      ['eth_simulateV1', 'eth_blockNumber'].includes(method) ||
      (method === 'eth_getBalance' && params[0] === node.config.contracts.depository) ||
      (method === 'eth_getLogs' && JSON.stringify(params).includes(`0x${'00'.repeat(32)}`)) ||
      (method === 'eth_getBlockByNumber' && ['safe', 'finalized'].includes(String(params[0]))),
  );
  // The start itself asks whether it can simulate, for its height, and on heads for what is final.
  expect(own.length).toBeLessThanOrEqual(8 + 5);
  expect(own.filter(({ method }) => method === 'eth_getLogs')).toHaveLength(1);
});
