import { testEnvironment } from '@portage/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deployChain, type TestChain } from '../test/deployChain.js';
import { openEvm } from '../test/openEvm.js';
import { startFaultProxy } from '../test/startFaultProxy.js';
import { evm } from './index.js';

const stop = new AbortController();
let node: TestChain;

beforeAll(async () => {
  node = await deployChain();
});
afterAll(async () => {
  stop.abort();
  await node.stop();
});

async function creationOf(address: `0x${string}`): Promise<number> {
  for (let height = 0n; ; height += 1n)
    if ((await node.client.getCode({ address, blockNumber: height })) !== undefined)
      return Number(height);
}

test('a chain without startHeight is read from the block that created its contracts', async () => {
  const told: unknown[] = [];
  const chain = await evm
    .prepare(node.config)
    .open(testEnvironment(stop.signal, { log: (_message, context) => told.push(context) }));
  const created = await creationOf(node.depository);
  expect(created).toBeGreaterThan(0);
  expect(told).toContainEqual({ chain: 'base', startHeight: created });
  for await (const update of chain.observe.updates([], stop.signal)) {
    expect(update.type === 'advance' && update.blocks[0]?.height).toBe(created);
    break;
  }
});

test('a node without old states: startHeight is asked for, and believed once it is there', async () => {
  const pruned = await startFaultProxy(node);
  pruned.spoil(async ({ method, params }) =>
    method === 'eth_getCode' && params[1] !== 'latest' ? { result: null } : undefined,
  );
  const settings = { ...node.config, rpcUrls: [pruned.rpcUrl], wsUrl: undefined };
  await expect(openEvm(settings, stop.signal)).rejects.toMatchObject({
    code: 'INVALID_CONFIGURATION',
    details: [{ path: 'startHeight' }],
  });
  const chain = await openEvm({ ...settings, startHeight: 1 }, stop.signal);
  await expect.poll(() => chain.observe.tip()).toBeDefined();
  await pruned.stop();
});
