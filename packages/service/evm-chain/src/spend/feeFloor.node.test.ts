import { eventually } from '@portage/testing';
import type { Chain, SignedTransaction } from '@portage/core/chain';
import { parseTransaction, zeroAddress, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { startFaultProxy, type FaultProxy } from '../../test/startFaultProxy.js';
import { openEvm } from '../../test/openEvm.js';
import { testFill } from '../../test/testFill.js';

let node: TestChain;
let proxy: FaultProxy;
let closing: AbortController;

beforeAll(async () => {
  node = await deployChain();
  proxy = await startFaultProxy(node);
});
afterEach(() => {
  proxy.spoil(undefined);
  closing.abort();
});
afterAll(async () => {
  await proxy.stop();
  await node.stop();
});

const gwei = 1_000_000_000n;

/** A node that takes no smaller tip, and refuses with these words. Returns what it refused. */
function demand(least: bigint, words: (tip: bigint) => string): readonly bigint[] {
  const refused: bigint[] = [];
  proxy.spoil(async ({ method, params: [raw] }) => {
    if (method !== 'eth_sendRawTransaction') return undefined;
    const { maxPriorityFeePerGas: tip = 0n } = parseTransaction(raw as Hex);
    if (tip >= least) return undefined;
    refused.push(tip);
    return { error: { code: -32000, message: words(tip) } };
  });
  return refused;
}

async function open(): Promise<Chain> {
  closing = new AbortController();
  return openEvm({ ...node.config, rpcUrls: [proxy.rpcUrl] }, closing.signal, node.keys);
}

/** Signs a fill and sends it, with more where it is refused for its fee. Counts the refusals. */
async function pay(chain: Chain): Promise<{ readonly refusals: number; readonly tip: bigint }> {
  const { spend } = chain;
  const intent = testFill();
  let [signed] = await spend!.prepare([intent], await spend!.nextSequence());
  for (let refusals = 0; ; refusals += 1) {
    const [result] = await spend!.broadcast([signed!]);
    if (result?.status === 'accepted') {
      await mined(chain, signed!);
      const raw = `0x${Buffer.from(signed!.raw).toString('hex')}` as const;
      return { refusals, tip: parseTransaction(raw).maxPriorityFeePerGas ?? 0n };
    }
    expect(result).toMatchObject({ status: 'rejected', isUnderpriced: true });
    signed = await spend!.bump(intent, signed!);
  }
}

const mined = (chain: Chain, signed: SignedTransaction): Promise<unknown> =>
  eventually(
    async () => (await chain.spend!.inspect([signed]))[0]?.status,
    (status) => status === 'mined',
    { what: 'the fill in a block' },
  );

const geth = (tip: bigint): string =>
  `transaction gas price below minimum: gas tip cap ${tip.toString()}, minimum needed ${(25n * gwei).toString()}`;

describe('a chain whose nodes take no tip below 25 gwei', () => {
  it('takes the second try of the first fill, and the first of each one after it', async () => {
    const chain = await open();
    const refused = demand(25n * gwei, geth);
    expect(await pay(chain)).toEqual({ refusals: 1, tip: 25n * gwei });
    expect(await pay(chain)).toEqual({ refusals: 0, tip: 25n * gwei });
    expect(refused).toHaveLength(1);
  });

  it('makes quotes charge what it takes, once it is known', async () => {
    const chain = await open();
    const cost = (): bigint =>
      chain.gas.estimate({ type: 'fill', currency: zeroAddress, calls: [] })?.value ?? 0n;
    const before = cost();
    demand(25n * gwei, geth);
    await pay(chain);
    expect(cost()).toBeGreaterThan(2n * before);
  });

  it('is met in a few steps where it does not say what it takes', async () => {
    const chain = await open();
    demand(gwei, () => 'transaction underpriced');
    const { refusals, tip } = await pay(chain);
    // From 0.001 gwei it takes ten doublings.
    expect(refusals).toBeLessThanOrEqual(10);
    expect(tip).toBeLessThan(3n * gwei);
  });
});
