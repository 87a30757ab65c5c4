import { randomBytes } from 'node:crypto';
import { bitcoinCodec } from '@portage/bitcoin/codec';
import { addressOf } from '@portage/bitcoin/transaction';
import type { Chain } from '@portage/core/chain';
import type { FamilyKeys, SharedReading, SharedReadings } from '@portage/core/plugin';
import { startFaultProxy, testEnvironment, type FaultProxy } from '@portage/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBitcoin } from '../test/openBitcoin.js';
import { startChain, type TestChain } from '../test/startChain.js';
import { bitcoin } from './index.js';

const btc = bitcoinCodec.nativeCurrency;
let node: TestChain;
let proxy: FaultProxy;
const closing = new AbortController();

beforeAll(async () => {
  node = await startChain();
  proxy = await startFaultProxy({ target: node.rpcUrl });
});
afterAll(async () => {
  closing.abort();
  await proxy.close();
  await node.stop();
});

/** Readings that one process hands to another. */
function createReadings(): SharedReadings & { share(text: string): void } {
  let latest: SharedReading | undefined;
  const listeners: ((reading: SharedReading) => void)[] = [];
  return {
    latest: () => latest,
    listen: (listener) => listeners.push(listener),
    share: (text) => {
      latest = { text, sharedAt: Date.now() };
      for (const listener of listeners) listener(latest);
    },
  };
}

it('balances of many accounts are sums of their coins in blocks; an address that is none is not told', async () => {
  const chain = await openBitcoin(node.config, closing.signal, node.keys);
  const empty = addressOf(Uint8Array.from([0, 0x14, ...randomBytes(20)]), 'regtest')!;
  const { address } = node.user(3);
  await node.fund(node.user(3), 4_321n);
  const own = await chain.balances.read(address, btc);
  await node.ask('devnetFaucet', address, '9999');
  const places = [address, 'nobody', empty].map((account) => ({ account, currency: btc }));
  expect(await chain.balances.readMany?.(places)).toEqual([own, undefined, 0n]);
  expect(await chain.balances.readMany?.([{ account: address, currency: 'usdc' }])).toEqual([
    undefined,
  ]);
});

it('the newest block stays young while no other comes, and grows old with its endpoints', async () => {
  const config = { ...node.config, rpcUrls: [proxy.url], timeoutMs: 5_000 };
  const chain = await openBitcoin(config, closing.signal, node.keys);
  const ageMs = (): number => Date.now() - (chain.observe.tip()?.observedAt ?? 0);
  const seenAt = (): number => chain.observe.tip()?.observedAt ?? 0;
  await expect.poll(seenAt).toBeGreaterThan(0);
  // Each reading makes the same block young anew.
  await expect.poll(seenAt).toBeGreaterThan(seenAt() + 1_500);
  proxy.set([{ type: 'reset' }]);
  await expect.poll(ageMs).toBeGreaterThan(1_500);
  proxy.set([]);
  await expect.poll(ageMs).toBeLessThan(1_000);
});

it('a process that only answers asks nothing while another shares, and asks again when it stops', async () => {
  const worker = await openBitcoin(node.config, closing.signal, node.keys);
  const readings = createReadings();
  readings.share(worker.share?.() ?? '');
  const pump = setInterval(() => readings.share(worker.share?.() ?? ''), 100);
  const keys: FamilyKeys = {
    solver: `address:${node.solver.address}`,
    allocator: `address:${node.vault.address}`,
  };
  const api = await bitcoin
    .prepare(node.config)
    .open({ ...testEnvironment(closing.signal, { keys }), shared: readings });
  const calls = (chain: Chain): number =>
    (chain.endpoints?.() ?? []).reduce((sum, { answered, failed }) => sum + answered + failed, 0);
  // What it asked before it knew that another shares.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const before = calls(api);
  await node.controls.mine(1);
  const tip = String(await node.ask('getbestblockhash'));
  await expect.poll(() => api.observe.tip()?.value.hash).toBe(tip);
  expect(calls(api)).toBe(before);
  expect(api.balances.spendable(btc)?.value).toBe(worker.balances.spendable(btc)?.value);
  const fill = { type: 'fill', currency: btc, calls: [] } as const;
  expect(api.gas.estimate(fill)?.value).toBe(worker.gas.estimate(fill)?.value);
  expect(api.spend).toBeUndefined();
  clearInterval(pump);
  await expect.poll(() => calls(api)).toBeGreaterThan(before);
  await node.controls.mine(1);
  const next = String(await node.ask('getbestblockhash'));
  await expect.poll(() => api.observe.tip()?.value.hash).toBe(next);
});
