import { eventually } from '@portage/testing';
import type { Chain, FillIntent, SignedTransaction } from '@portage/core/chain';
import { createWalletClient, http, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { startFaultProxy, type FaultProxy } from '../../test/startFaultProxy.js';
import type { EvmChainConfig } from '../index.js';
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

async function open(overrides: Partial<EvmChainConfig> = {}): Promise<Chain> {
  closing = new AbortController();
  return openEvm(
    { ...node.config, rpcUrls: [proxy.rpcUrl, node.rpcUrl], ...overrides },
    closing.signal,
    node.keys,
  );
}

async function sign(chain: Chain, intent: FillIntent, offset = 0n): Promise<SignedTransaction> {
  const [signed] = await chain.spend!.prepare(
    [intent],
    (await chain.spend!.nextSequence()) + offset,
  );
  return signed!;
}

async function status(
  chain: Chain,
  transaction: SignedTransaction,
  wanted: string,
): Promise<string | undefined> {
  return await eventually(
    async () => (await chain.spend!.inspect([transaction]))[0]?.status,
    (last) => last === wanted,
    { what: `a transaction that is ${wanted}` },
  );
}

/** A payment by another holder of the same key. */
function usurp(nonce: bigint): Promise<Hex> {
  const wallet = createWalletClient({
    account: accounts.solver,
    chain: node.chain,
    transport: http(node.rpcUrl),
  });
  return wallet.sendTransaction({
    to: accounts.solver.address,
    value: 0n,
    nonce: Number(nonce),
    gas: 21_000n,
  });
}

describe('spending through faults', () => {
  it('L5: begins with the sequence that a quorum knows, whatever one endpoint says', async () => {
    const honest = await startFaultProxy(node);
    const chain = await open({ rpcUrls: [proxy.rpcUrl, node.rpcUrl, honest.rpcUrl] });
    const sequence = await chain.spend!.nextSequence();
    proxy.spoil(async ({ method }) =>
      method === 'eth_getTransactionCount' ? { result: '0xf4240' } : undefined,
    );
    expect(await chain.spend!.nextSequence()).toBe(sequence);
    await honest.stop();
  });

  it('H3: takes bytes that an endpoint swallowed without a word for what they are', async () => {
    const chain = await open({ rpcUrls: [proxy.rpcUrl] });
    const signed = await sign(chain, testFill());
    proxy.spoil(async ({ method }, pass) => {
      if (method !== 'eth_sendRawTransaction') return undefined;
      await pass();
      return { status: 504, body: '' };
    });
    expect((await chain.spend!.broadcast([signed]))[0]?.status).toBe('unknown');
    expect(await status(chain, signed, 'mined')).toBe('mined');
    proxy.spoil(undefined);
    expect((await chain.spend!.broadcast([signed]))[0]?.status).toBe('unknown');
  });

  it('is accepted when one endpoint takes the bytes, whatever the other says', async () => {
    const chain = await open();
    proxy.spoil(async ({ method }) =>
      method === 'eth_sendRawTransaction' ? { status: 500, body: 'no' } : undefined,
    );
    const signed = await sign(chain, testFill());
    expect(await chain.spend!.broadcast([signed])).toEqual([{ status: 'accepted' }]);
    expect(await status(chain, signed, 'mined')).toBe('mined');
  });

  describe('where pools are full', () => {
    const isSend = (method: string): boolean => method === 'eth_sendRawTransaction';
    const full = { error: { code: -32000, message: 'txpool is full' } };

    /** A chain behind two proxies; `operator` makes them one operator's. */
    async function openTwo(operator?: string): Promise<{ chain: Chain; second: FaultProxy }> {
      const second = await startFaultProxy(node);
      const rpcUrls = [proxy, second].map(({ rpcUrl: url }) => ({ url, operator }));
      const chain = await open({ rpcUrls });
      closing.signal.addEventListener('abort', () => void second.stop());
      return { chain, second };
    }

    it.each([undefined, 'one'])(
      'H5: is refused by all of them, and taken later with the same bytes (operator %s)',
      async (operator) => {
        const { chain, second } = await openTwo(operator);
        const signed = await sign(chain, testFill());
        for (const each of [proxy, second])
          each.spoil(async ({ method }) => (isSend(method) ? full : undefined));
        expect(await chain.spend!.broadcast([signed])).toEqual([
          { status: 'rejected', reason: 'txpool is full' },
        ]);
        expect(await status(chain, signed, 'missing')).toBe('missing');
        second.spoil(undefined);
        expect(await chain.spend!.broadcast([signed])).toEqual([{ status: 'accepted' }]);
        expect(await status(chain, signed, 'mined')).toBe('mined');
      },
    );

    it.each([undefined, 'one'])(
      'H5: stays unclear where one of them did not say (operator %s)',
      async (operator) => {
        const { chain, second } = await openTwo(operator);
        const signed = await sign(chain, testFill());
        proxy.spoil(async ({ method }, pass) => {
          if (!isSend(method)) return undefined;
          await pass();
          return { status: 504, body: '' };
        });
        second.spoil(async ({ method }) => (isSend(method) ? full : undefined));
        expect((await chain.spend!.broadcast([signed]))[0]?.status).toBe('unknown');
        expect(await status(chain, signed, 'mined')).toBe('mined');
      },
    );
  });

  it('does not call a transaction replaced on the word of one endpoint', async () => {
    const chain = await open();
    const signed = await sign(chain, testFill());
    const hash = await usurp(signed.sequence);
    const { blockNumber } = await node.client.waitForTransactionReceipt({ hash });
    // The chain is looked at as of its newest block in memory.
    const height = () => chain.observe.tip()?.value.height;
    await expect.poll(height).toBeGreaterThanOrEqual(Number(blockNumber));
    proxy.spoil(async () => ({ status: 503, body: '' }));
    expect((await chain.spend!.inspect([signed]))[0]?.status).toBe('pending');
    proxy.spoil(undefined);
    expect(await status(chain, signed, 'replaced')).toBe('replaced');
  });

  it('does not call a mined transaction replaced because an endpoint hides its receipt', async () => {
    const chain = await open();
    const signed = await sign(chain, testFill());
    await chain.spend!.broadcast([signed]);
    expect(await status(chain, signed, 'mined')).toBe('mined');
    proxy.spoil(async ({ method }) =>
      method === 'eth_getTransactionReceipt' || method === 'eth_getTransactionByHash'
        ? { result: null }
        : undefined,
    );
    expect((await chain.spend!.inspect([signed]))[0]?.status).toBe('mined');
  });

  it('knows a transaction that waits behind a gap from one that nobody has', async () => {
    const chain = await open();
    const ahead = await sign(chain, testFill(), 1n);
    expect((await chain.spend!.inspect([ahead]))[0]?.status).toBe('missing');
    await chain.spend!.broadcast([ahead]);
    expect((await chain.spend!.inspect([ahead]))[0]?.status).toBe('pending');
    const first = await sign(chain, testFill());
    await chain.spend!.broadcast([{ ...first }]);
    expect(await status(chain, ahead, 'mined')).toBe('mined');
  });

  it('asks what a higher fee may cost before it is signed, with what the chain would take', async () => {
    const chain = await open();
    const intent = testFill();
    const first = await sign(chain, intent);
    const { type, currency, recipient, calls } = intent;
    const market = chain.gas.estimate({ type, currency, recipient, calls })!.value;
    const costs: bigint[] = [];
    const ask = (isCovered: boolean) =>
      chain.spend!.bump(intent, first, [], (cost) => {
        costs.push(cost);
        return isCovered;
      });
    expect(await ask(false)).toBe(first);
    expect((await ask(true)).txId).not.toBe(first.txId);
    // Its tip is an eighth higher than the market's.
    expect(costs).toEqual([costs[0], costs[0]]);
    expect(costs[0]).toBeGreaterThan(market);
    expect(costs[0]).toBeLessThanOrEqual((market * 9n) / 8n + 1n);
  });

  it('raises fees up to the ceiling and then stays', async () => {
    const chain = await open({ feeCeiling: '5000000000' });
    const intent = testFill();
    let current = await sign(chain, intent);
    let bumps = 0;
    // From one wei to the ceiling it takes 190 steps of an eighth.
    for (; bumps < 200; bumps += 1) {
      const next = await chain.spend!.bump(intent, current);
      if (next === current) break;
      current = next;
    }
    expect(bumps).toBeGreaterThan(2);
    expect(bumps).toBeLessThan(200);
    // Only a transaction without a payment may offer more, once.
    const cancellation = await chain.spend!.cancel(current.sequence, current);
    await expect(chain.spend!.cancel(current.sequence, cancellation)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    // No block comes between the two: it would hold the first one.
    await node.rpc('evm_setIntervalMining', [0]);
    expect(await chain.spend!.broadcast([current])).toEqual([{ status: 'accepted' }]);
    expect(await chain.spend!.broadcast([cancellation])).toEqual([{ status: 'accepted' }]);
    await node.rpc('evm_setIntervalMining', [1]);
    expect(await status(chain, cancellation, 'mined')).toBe('mined');
  });
});
