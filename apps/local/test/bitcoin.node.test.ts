import { bitcoinDevnetChain } from '@portage/devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import { transfer } from '../src/demonstrations/transfer.js';
import { startTestSystem, type TestSystem } from './testSystem.js';

/** Money into and out of Bitcoin through the SDK, checked against the chains. */
let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem({
    chains: [{ id: 8453, slug: 'base', name: 'Base' }, bitcoinDevnetChain],
  });
});
afterAll(async () => {
  await system.close();
});

const contextOf = (index: number) => createContext(system, index);

test('BTC is paid in with one transaction, and USDC arrives on Base', async () => {
  const done = await transfer(contextOf(0), {
    from: 'btc@bitcoin',
    to: 'usdc@base',
    amount: '0.005',
  });
  expect(done.status).toBe('success');
  expect(done.received).toBe(BigInt(done.quote.details.currencyOut.amount));
});

test('ETH on Base is paid out as BTC', async () => {
  const done = await transfer(contextOf(1), { from: 'eth@base', to: 'btc@bitcoin', amount: '0.1' });
  expect(done.status).toBe('success');
  expect(done.received).toBe(BigInt(done.quote.details.currencyOut.amount));
});

test('BTC that comes after its time goes back, less what that costs', async () => {
  const done = await transfer(contextOf(2), {
    from: 'btc@bitcoin',
    to: 'eth@base',
    amount: '0.01',
    members: { ttl: 1 },
    delayMs: 2_500,
  });
  expect([done.status, done.received]).toEqual(['refund', 0n]);
  expect(done.refunded).toBeGreaterThan(990_000n);
  expect(done.refunded).toBeLessThan(1_000_000n);
  expect(await system.books.audit()).toEqual([]);
});
