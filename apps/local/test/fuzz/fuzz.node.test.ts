import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints, type EndpointName } from '@portage/core/schemas';
import { isNightly, sizeOf } from '@portage/testing';
import { openSlowCallers } from './openSlowCallers.js';
import { runCalls } from './runCalls.js';
import { quoteKinds, runFuzz } from './runFuzz.js';
import { startFuzzSystem, type FuzzSystem } from './startFuzzSystem.js';

/** Random calls of each test. So few as by day need not reach everything. */
const callCount = sizeOf({ daily: 100, nightly: 1_000 });

let system: FuzzSystem;
beforeAll(async () => {
  system = await startFuzzSystem();
});
afterAll(() => system.close());

test('A19, T13: random bodies are quoted or refused, and none of them stalls the service', async () => {
  const { url, world, verify } = system;
  const report = await runFuzz({ url, world, verify, bodies: callCount, seed: 20_261_125 });
  const { sent, answers, quoted, faults, stalls } = report;
  expect(faults).toEqual([]);
  expect(stalls).toEqual([]);
  expect(sent).toBe(callCount);
  // The bodies are close to the schema: quotes of every kind, and refusals for many reasons.
  const seldom = quoteKinds.filter((kind) => (quoted.get(kind) ?? 0) < (isNightly ? 3 : 1));
  // A tenth of the draws leaves some kinds out by chance; at night each is met.
  expect(seldom.length).toBeLessThanOrEqual(isNightly ? 0 : quoteKinds.length - 1);
  expect(answers.size).toBeGreaterThan(sizeOf({ daily: 6, nightly: 12 }));
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

/**
 * Endpoints whose success wants a signature, a deposit on its way, a balance or a key of an
 * operator: random calls do not have them.
 */
const rare: readonly EndpointName[] = [
  ...(['execute', 'executePermits', 'fastFill', 'dashboardService'] as const),
  ...(['withdrawalRequest', 'withdrawalStatus', 'appFeeClaim', 'depositAddressReindex'] as const),
];

test('A19, T10, T13: random calls of every endpoint are answered or refused, reach no other server, and pay nobody', async () => {
  const { url, world, trapped, findHarm } = system;
  const report = await runCalls({ url, world, calls: callCount, seed: 20_261_126 });
  const { sent, succeeded, faults, stalls } = report;
  expect(faults).toEqual([]);
  expect(stalls).toEqual([]);
  expect(sent).toBe(callCount);
  // Calls are close to the schemas: they reach the code behind each endpoint.
  const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => name !== 'quote'); // The keys of the table.
  const unreached = names.filter((name) => !rare.includes(name) && !succeeded.has(name));
  expect(unreached.length).toBeLessThanOrEqual(isNightly ? 0 : names.length - 1);
  expect(trapped()).toBe(0);
  expect(await findHarm()).toEqual([]);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

/** Milliseconds within which 99 of 100 quotes are answered, one after the other. */
async function quoteTime(): Promise<number> {
  const { url, world } = system;
  const [user = ''] = world.accounts.evm;
  const [base, optimism] = world.chains;
  const body = JSON.stringify({
    user,
    originChainId: base?.id,
    destinationChainId: optimism?.id,
    amount: '100000000',
    originCurrency: base?.currencies[0],
    destinationCurrency: optimism?.currencies[0],
  });
  const times: number[] = [];
  for (let count = 0; count < 100; count += 1) {
    const began = performance.now();
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/quote/v2`, { method: 'POST', headers, body });
    await answer.text();
    expect(answer.status).toBe(200);
    times.push(performance.now() - began);
  }
  return times.sort((one, other) => one - other)[98] ?? 0;
}

test('T2: two thousand connections that send a byte now and then slow no quote down, and are ended in time', async () => {
  const before = await quoteTime();
  const slow = await openSlowCallers(system.url, 2_000);
  try {
    expect(slow.open()).toBe(2_000);
    let least = Infinity;
    // A machine at work may hold up one round; connections that cost something hold up each.
    for (let round = 0; round < 3 && least > 3 * before; round += 1)
      least = Math.min(least, await quoteTime());
    // They would go on for as long as they are let: it is the service that ends them.
    for (const answer of await slow.answers) expect(answer).toMatch(/^HTTP\/1.1 408 /);
    // Beside the time without them, before and after: other work comes and goes meanwhile.
    const without = least < 3 * before + 30 ? before : Math.max(before, await quoteTime());
    expect(least).toBeLessThan(3 * without + 30);
  } finally {
    slow.close();
  }
});
