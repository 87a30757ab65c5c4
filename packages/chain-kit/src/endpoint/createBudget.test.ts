import { describe, expect, it } from 'vitest';
import type { RpcRequest } from './ask.js';
import { createBudget } from './createBudget.js';
import type { Endpoint } from './createEndpoint.js';
import { createRpc } from './createRpc.js';
import { openEndpoints } from './openEndpoints.js';

const question = { method: 'height', params: [] };
const label = 'https://node.example';
const calls = (count: number): readonly RpcRequest[] =>
  Array.from({ length: count }, () => question);

describe('createBudget', () => {
  it('H15: lets a second of calls go at once, and then as many as the rate allows', async () => {
    let now = 0;
    const budget = createBudget({ label, callsPerSecondMax: 10, clock: () => now });
    for (let call = 0; call < 11; call += 1) await budget.take(calls(1));
    expect(budget.restMs()).toBe(100);
    now += 100;
    expect(budget.restMs()).toBe(0);
    await budget.take(calls(1));
    expect(budget.restMs()).toBe(100);
    now += 60_000;
    expect(budget.restMs()).toBe(0);
  });

  it('H15: counts each call of a list, and refuses what would wait too long', async () => {
    let now = 0;
    const budget = createBudget({ label, callsPerSecondMax: 10, clock: () => now });
    await budget.take(calls(50));
    expect(budget.restMs()).toBe(4_000);
    await expect(budget.take(calls(1))).rejects.toMatchObject({
      code: 'RPC_HTTP_ERROR',
      context: { status: 429, retryAfterSeconds: 4 },
    });
    now += 4_000;
    await budget.take(calls(1));
  });

  it.each(['eth_sendRawTransaction', 'sendTransaction', 'sendrawtransaction'])(
    'H15: %s goes at once, and is counted: who refused it would leave it unclear whether it was sent',
    async (method) => {
      const budget = createBudget({ label, callsPerSecondMax: 10, clock: () => 0 });
      await budget.take(calls(50));
      await budget.take([{ method, params: ['0x02'] }]);
      expect(budget.restMs()).toBe(4_100);
    },
  );

  it('H15: waits for its turn, and ends with its caller', async () => {
    const budget = createBudget({ label, callsPerSecondMax: 10, clock: () => 0 });
    await budget.take(calls(20));
    const over = new AbortController();
    const waiting = budget.take(calls(1), over.signal);
    over.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});

/** Endpoints of two operators, of which the first has a budget, and which were asked. */
async function openTwo(callsPerSecondMax?: number) {
  const stop = new AbortController();
  const asked: string[] = [];
  const [url, other] = ['https://one.example', 'https://two.test'];
  const { endpoints } = await openEndpoints(
    { name: 'one', rpcUrls: [{ url, callsPerSecondMax }, other], quorum: 2, timeoutMs: 60_000 },
    {
      check: () => Promise.resolve(),
      connect: (address, { beforeCalls }): Endpoint => ({
        label: address,
        ask: async (requests, signal) => {
          await beforeCalls?.(requests, signal);
          asked.push(...requests.map(() => address));
          return requests.map(() => ({ ok: true, result: 7 }));
        },
        close: () => Promise.resolve(),
      }),
      signal: stop.signal,
      clock: { now: () => 0 },
      log: () => undefined,
    },
  );
  const rpc = createRpc(endpoints, { busyCodes: [], clock: () => 0 });
  return {
    endpoints,
    rpc,
    stop,
    countOf: (host: string) => asked.filter((at) => at === host).length,
    url,
    other,
  };
}

describe('an endpoint with a budget', () => {
  it('H15: leaves to others what is beyond it, and is waited for by a quorum', async () => {
    const { endpoints, rpc, stop, countOf, url, other } = await openTwo(10);
    for (let call = 0; call < 20; call += 1) {
      rpc.prefer(endpoints);
      await rpc.read([question]);
    }
    expect([countOf(url), countOf(other)]).toEqual([11, 9]);
    expect(await endpoints[0]?.ask([question])).toEqual([{ ok: true, result: 7 }]);
    expect(countOf(url)).toBe(12);
    stop.abort();
  });

  it('H15: is asked for everything without one', async () => {
    const { rpc, stop, countOf, url } = await openTwo();
    for (let call = 0; call < 20; call += 1) await rpc.read([question]);
    expect(countOf(url)).toBe(20);
    stop.abort();
  });
});
