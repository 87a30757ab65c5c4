import type { Chain, FillIntent, Simulation } from '@portage/core/chain';
import { startFaultProxy, type Fault, type FaultProxy, waitMsMax } from '@portage/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { openEvm } from '../../test/openEvm.js';
import { testFill } from '../../test/testFill.js';

let node: TestChain;
let proxies: readonly FaultProxy[];
const closing = new AbortController();
let chain: Chain;

beforeAll(async () => {
  node = await deployChain();
  proxies = await Promise.all([1, 2].map(() => startFaultProxy({ target: node.rpcUrl })));
  const rpcUrls = proxies.map(({ url }) => url);
  chain = await openEvm({ ...node.config, rpcUrls }, closing.signal, node.keys);
});
afterEach(() => spoil([], []));
afterAll(async () => {
  closing.abort();
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await node.stop();
});

function spoil(...faults: readonly (readonly Fault[])[]): void {
  proxies.forEach((proxy, index) => {
    proxy.set(faults[index] ?? []);
  });
}

/** A call that the chain refuses: its target has no code. */
const refused = () =>
  testFill({
    calls: [{ to: accounts.other.address.toLowerCase(), value: 0n, data: '0x12345678' }],
  });

async function simulate(...intents: readonly FillIntent[]): Promise<readonly Simulation[]> {
  return (await chain.spend?.simulate?.(intents, AbortSignal.timeout(waitMsMax))) ?? [];
}
const statuses = async (...intents: readonly FillIntent[]) =>
  (await simulate(...intents)).map(({ status }) => status);

const methods = ['eth_call'];

describe('a simulation', () => {
  it('tells a payment that passes from one that the chain refuses', async () => {
    expect(await statuses(testFill(), refused())).toEqual(['passes', 'reverts']);
  });

  it.each([
    { type: 'rpcError', code: -32_000, message: 'header not found' },
    { type: 'rpcError', code: -32_603, message: 'execution reverted' },
    { type: 'rpcError', code: 429, message: 'slow down' },
    { type: 'http429' },
    { type: 'htmlBody' },
    { type: 'reset' },
    { type: 'truncate' },
    { type: 'timeout' },
  ] satisfies Fault[])(
    'asks the next endpoint where one answers %o, and never takes that for a revert',
    async (fault) => {
      spoil([{ ...fault, methods }], []);
      expect(await statuses(testFill(), refused())).toEqual(['passes', 'reverts']);
      spoil([], [{ ...fault, methods }]);
      expect(await statuses(testFill(), refused())).toEqual(['passes', 'reverts']);
    },
  );

  it('is unknown where no endpoint can tell, and known again as soon as one can', async () => {
    const busy: Fault = { type: 'rpcError', code: -32_005, message: 'limit', methods };
    spoil([busy], [{ type: 'reset', methods }]);
    expect(await simulate(testFill(), refused())).toEqual([
      { status: 'unknown', reason: 'no endpoint of the chain could tell' },
      { status: 'unknown', reason: 'no endpoint of the chain could tell' },
    ]);
    spoil([busy], []);
    expect(await statuses(testFill(), refused())).toEqual(['passes', 'reverts']);
  });

  it('does not wait long for an endpoint that hangs, and not at all once it hangs often', async () => {
    spoil([{ type: 'timeout', methods }], []);
    for (let i = 0; i < 3; i += 1) expect(await statuses(testFill())).toEqual(['passes']);
    const struck = (): number => proxies[0]!.injected.length;
    const before = struck();
    expect(before).toBeGreaterThan(0);
    expect(await statuses(testFill())).toEqual(['passes']);
    expect(struck()).toBe(before);
  });
});
