import { testFeedAbi } from '@portage/contracts';
import { testFeedBytecode } from '@portage/contracts/bytecode';
import type { Chain } from '@portage/core/chain';
import { createWalletClient, encodeDeployData, http, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { openEvm } from '../../test/openEvm.js';
import { startFaultProxy, type FaultProxy } from '../../test/startFaultProxy.js';
import type { EvmChainConfig } from '../index.js';

const heartbeatSeconds = 1_200;
const graceSeconds = 3_600;
const day = 86_400n;

let node: TestChain;
let price: Hex;
let sequencer: Hex;
let proxies: readonly FaultProxy[];
let closing: AbortController;

beforeAll(async () => {
  node = await deployChain();
  price = await deployFeed(8);
  sequencer = await deployFeed(0);
});
afterAll(() => node.stop());

/** Three endpoints, two of which must agree. */
beforeEach(async () => {
  closing = new AbortController();
  proxies = [await startFaultProxy(node), await startFaultProxy(node), await startFaultProxy(node)];
  await setRound(sequencer, { answer: 0n, age: day });
  await setRound(price, { answer: 250_012_345_678n });
});
afterEach(async () => {
  closing.abort();
  await Promise.all(proxies.map((proxy) => proxy.stop()));
});

const wallet = () =>
  createWalletClient({ account: accounts.owner, chain: node.chain, transport: http(node.rpcUrl) });

async function mined(hash: Hex): Promise<Hex> {
  const { status, contractAddress } = await node.client.waitForTransactionReceipt({ hash });
  expect(status).toBe('success');
  return contractAddress ?? '0x';
}

async function deployFeed(decimals: number): Promise<Hex> {
  const deployment = { abi: testFeedAbi, bytecode: testFeedBytecode, args: [decimals] } as const;
  return mined(await wallet().sendTransaction({ data: encodeDeployData(deployment) }));
}

/** Sets a round that began, and was written, some seconds before the newest block. */
async function setRound(
  address: Hex,
  { answer, age = 0n }: { readonly answer: bigint; readonly age?: bigint },
): Promise<void> {
  const { timestamp } = await node.client.getBlock();
  const at = timestamp - age;
  const round = { abi: testFeedAbi, functionName: 'setRound', args: [answer, at, at] } as const;
  await mined(await wallet().writeContract({ address, ...round }));
}

function open(chainlink: Partial<NonNullable<EvmChainConfig['chainlink']>> = {}): Promise<Chain> {
  return openEvm(
    {
      ...node.config,
      rpcUrls: proxies.map(({ rpcUrl }) => rpcUrl),
      wsUrl: undefined,
      pollMs: 50,
      chainlink: {
        assets: { eth: { feed: price, heartbeatSeconds } },
        sequencer,
        graceSeconds,
        pollMs: 100,
        ...chainlink,
      },
    },
    closing.signal,
  );
}

/** Price of ether by the feed of a chain, times 1e12. */
function usdOf({ prices = [] }: Chain): bigint | undefined {
  return prices.find(({ name }) => name === 'chainlink')?.latest('eth')?.value.usdE12;
}

const expectUsd = (chain: Chain) => expect.poll(() => usdOf(chain), { interval: 50 });
const right = 2_500_123_456_780_000n;

describe('the feed of Chainlink', () => {
  test('tells a price in its decimals, as of the newest block', async () => {
    const chain = await open();
    await expectUsd(chain).toBe(right);
    const read = () => chain.prices?.[0]?.latest('eth')?.observedAt ?? 0;
    const { timestamp } = await node.client.getBlock();
    await expect.poll(read).toBeGreaterThan(Number(timestamp) * 1_000);
    expect(chain.prices?.[0]?.latest('usdc')).toBeUndefined();
  });

  test.each([
    ['an answer of 0', { answer: 0n }],
    ['an answer below 0', { answer: -1n }],
    ['an answer older than its heartbeat', { answer: 1n, age: BigInt(heartbeatSeconds) + 60n }],
    ['a round that is not over', { answer: 1n, age: 1_700_000_000n }],
    ['an answer of a time to come', { answer: 1n, age: -day }],
  ])('tells no price from %s, and one again afterwards', async (_, round) => {
    const chain = await open();
    await expectUsd(chain).toBe(right);
    await setRound(price, round);
    await expectUsd(chain).toBeUndefined();
    await setRound(price, { answer: 250_012_345_678n, age: BigInt(heartbeatSeconds) - 60n });
    await expectUsd(chain).toBe(right);
  });

  test.each([
    ['is down', { answer: 1n, age: day }],
    ['is up for less than the time of grace', { answer: 0n, age: BigInt(graceSeconds) - 60n }],
    ['has told nothing', { answer: 0n, age: 10n ** 10n }],
  ])('tells no price while the sequencer %s', async (_, { answer, age }) => {
    const chain = await open();
    await expectUsd(chain).toBe(right);
    const { timestamp } = await node.client.getBlock();
    await setRound(sequencer, { answer, age: age > timestamp ? timestamp : age });
    await expectUsd(chain).toBeUndefined();
    await setRound(sequencer, { answer: 0n, age: BigInt(graceSeconds) });
    await expectUsd(chain).toBe(right);
  });

  test('believes a quorum of endpoints, and no single one', async () => {
    const chain = await open();
    await expectUsd(chain).toBe(right);
    const lie = async (call: { readonly method: string; readonly params: readonly unknown[] }) => {
      if (call.method !== 'eth_call' || !JSON.stringify(call.params).includes('0xfeaf968c'))
        return undefined;
      const words = [1n, 1n, 0n, BigInt(Math.floor(Date.now() / 1_000)), 1n];
      const text = words.map((word) => word.toString(16).padStart(64, '0')).join('');
      return { result: `0x${text}` };
    };
    proxies[0]!.spoil(lie);
    await setRound(price, { answer: 260_000_000_000n });
    await expectUsd(chain).toBe(2_600n * 10n ** 12n);
    // Two endpoints lie, each in its own way: what was agreed before stays, and grows old.
    const readAt = () => chain.prices?.[0]?.latest('eth')?.observedAt;
    proxies[1]!.spoil(async ({ method }) => {
      return method === 'eth_call' ? { error: { code: -32000, message: 'away' } } : undefined;
    });
    await setRound(price, { answer: 270_000_000_000n });
    const seen = readAt();
    const { number } = await node.client.getBlock();
    await expect
      .poll(() => chain.observe.tip()?.value.height ?? 0, { interval: 50 })
      .toBeGreaterThan(Number(number) + 3);
    expect(usdOf(chain)).toBe(2_600n * 10n ** 12n);
    expect(readAt()).toBe(seen);
    for (const proxy of proxies) proxy.spoil(undefined);
    await expectUsd(chain).toBe(2_700n * 10n ** 12n);
  });

  test('a chain is refused with the address of what is no feed', async () => {
    const feed = node.depository;
    await expect(open({ assets: { eth: { feed, heartbeatSeconds } } })).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      message: expect.stringContaining(`chainlink.assets.eth.feed is ${feed}`) as string,
    });
  });
});
