import { isPortageError } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import { encodeFunctionData, maxUint256, parseAbi, type Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approval, openUniswap, tokensOf, type UniswapChain } from '../../test/openUniswap.js';
import { v2RouterAbi } from '../../test/uniswap.js';
import type { EvmChainConfig } from '../index.js';
import { openEvm } from '../../test/openEvm.js';

const windowSeconds = 60;
const poolAbi = parseAbi([
  'function observe(uint32[] secondsAgos) view returns (int56[] tickCumulatives, uint160[] secondsPerLiquidityCumulativeX128s)',
]);

let node: UniswapChain;
let chain: Chain;
const closing = new AbortController();

beforeAll(async () => {
  node = await openUniswap();
  chain = await openEvm(config(), closing.signal);
  await node.act([
    {
      to: tokensOf(node.chain)[0]!,
      data: encodeFunctionData(approval(node.chain.uniswap.v2.router)),
    },
  ]);
});

afterAll(async () => {
  closing.abort();
  await node.stop();
});

function config(
  overrides: Partial<NonNullable<EvmChainConfig['poolPrices']>['assets'][string]> = {},
): EvmChainConfig {
  const { id, slug, name, rpcUrl, wsUrl, contracts, uniswap, tokens } = node.chain;
  const [eth, , , , btc, ethV2] = uniswap.pools.map(({ address }) => address) as [
    Hex,
    Hex,
    Hex,
    Hex,
    Hex,
    Hex,
  ];
  const pool = { dollar: tokens.usdc.address, depthMinUsd: 1_000_000 };
  return {
    id,
    slug,
    name,
    rpcUrls: [rpcUrl],
    devnet: true,
    wsUrl,
    contracts,
    dataFee: 'none',
    assets: [
      {
        id: 'eth',
        symbol: 'ETH',
        name: 'Ether',
        address: '0x0000000000000000000000000000000000000000',
        decimals: 18,
      },
    ],
    poolPrices: {
      windowSeconds,
      assets: {
        eth: { kind: 'uniswap-v3', pool: eth, ...pool, ...overrides },
        btc: { kind: 'uniswap-v3', pool: btc, ...pool },
        weth: { kind: 'uniswap-v2', pool: ethV2, ...pool },
        shallow: { kind: 'uniswap-v2', pool: ethV2, ...pool, depthMinUsd: 1_000_000_000 },
      },
    },
  };
}

const feed = (name: 'pool' | 'twap') => {
  const found = chain.prices?.find((each) => each.name === name);
  if (found === undefined) throw new Error('The chain has the feed.');
  return found;
};
const usd = (name: 'pool' | 'twap', assetId: string): number | undefined => {
  const reading = feed(name).latest(assetId);
  return reading === undefined ? undefined : Number(reading.value.usdE12) / 1e12;
};

/** Lets time pass, mines a block, and waits until a feed speaks of it. */
async function pass(seconds: number, name: 'pool' | 'twap' = 'twap'): Promise<void> {
  const { timestamp } = await node.client.getBlock();
  await node.client.setNextBlockTimestamp({ timestamp: timestamp + BigInt(seconds) });
  await node.devnet.mine(10);
  await caughtUp(name);
}

async function caughtUp(name: 'pool' | 'twap'): Promise<void> {
  const at = Number((await node.client.getBlock()).timestamp) * 1_000;
  await expect.poll(() => feed(name).latest('weth')?.observedAt, { interval: 10 }).toBe(at);
}

test('pools say what the devnet was made with, and their means once a whole window is known', async () => {
  await caughtUp('pool');
  expect(usd('pool', 'eth')).toBeCloseTo(2_500, 1);
  expect(usd('pool', 'weth')).toBeCloseTo(2_500, 1);
  expect(usd('pool', 'btc')).toBeCloseTo(60_000, 0);
  // The pools of the devnet are older than a window. V3 remembers by itself; what V2 was worth
  // before the first block that was read is not known.
  expect(usd('twap', 'eth')).toBeCloseTo(2_500, 0);
  expect([usd('pool', 'shallow'), usd('pool', 'usdc'), usd('twap', 'weth')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  await pass(windowSeconds + 30);
  await pass(1);
  expect(usd('twap', 'eth')).toBeCloseTo(2_500, 0);
  expect(usd('twap', 'btc')).toBeCloseTo(60_000, -1);
  expect(usd('twap', 'weth')).toBeCloseTo(2_500, 1);
  expect(usd('twap', 'shallow')).toBeUndefined();
});

test('a trade moves the price at once and its mean only with time, as the pool itself remembers', async () => {
  const { v2, pools } = node.chain.uniswap;
  const [weth, usdc] = tokensOf(node.chain) as [Hex, Hex];
  // Two blocks of one second would look alike to what waits for the second of them.
  await node.client.setNextBlockTimestamp({
    timestamp: (await node.client.getBlock()).timestamp + 1n,
  });
  await node.act([
    {
      to: v2.router,
      data: encodeFunctionData({
        abi: v2RouterAbi,
        functionName: 'swapExactTokensForTokens',
        args: [1_000n * 10n ** 18n, 0n, [weth, usdc], node.trader, maxUint256],
      }),
    },
  ]);
  await caughtUp('pool');
  await caughtUp('twap');
  expect(usd('pool', 'weth')).toBeCloseTo(1_602, -1);
  expect(usd('twap', 'weth')).toBeCloseTo(2_500, 0);
  expect(usd('pool', 'eth')).toBeCloseTo(2_500, 1);
  await pass(windowSeconds / 2);
  const halfway = usd('twap', 'weth')!;
  expect(halfway).toBeLessThan(2_400);
  expect(halfway).toBeGreaterThan(1_700);
  await pass(windowSeconds + 1);
  await pass(1);
  expect(usd('twap', 'weth')).toBeCloseTo(usd('pool', 'weth')!, 0);
  const [before, now] = (
    await node.client.readContract({
      address: pools[0]!.address,
      abi: poolAbi,
      functionName: 'observe',
      args: [[windowSeconds, 0]],
    })
  )[0] as [bigint, bigint];
  const perUnit = 1.0001 ** Math.floor(Number(now - before) / windowSeconds);
  expect(usd('twap', 'eth')).toBeCloseTo(
    (BigInt(weth) < BigInt(usdc) ? perUnit : 1 / perUnit) * 1e12,
    3,
  );
});

test('readings are as old as their block', async () => {
  const { timestamp } = await node.client.getBlock();
  expect(feed('pool').latest('eth')?.observedAt).toBe(Number(timestamp) * 1_000);
  expect(feed('twap').latest('eth')?.observedAt).toBe(Number(timestamp) * 1_000);
});

test('a pool of other tokens, or of another kind, prices nothing', async () => {
  const refusal = (overrides: Parameters<typeof config>[0]): Promise<unknown> =>
    openEvm(config(overrides), closing.signal).then(
      () => 'opened',
      (error: unknown) => (isPortageError(error) ? error.code : error),
    );
  expect(await refusal({ dollar: node.chain.uniswap.tokens.dai.address })).toBe(
    'INVALID_CONFIGURATION',
  );
  expect(await refusal({ pool: node.trader })).toBe('RPC_HTTP_ERROR');
});
