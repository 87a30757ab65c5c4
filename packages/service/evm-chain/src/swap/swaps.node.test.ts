import { approvalProxyAbi, depositoryAbi } from '@portage/contracts';
import { isPortageError } from '@portage/core';
import type { SwapQuote, SwapRequest } from '@portage/core/chain';
import { encodeFunctionData, erc20Abi, keccak256, maxUint256, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  approval,
  chainId,
  followPools,
  openUniswap,
  tokensOf,
  type UniswapChain,
} from '../../test/openUniswap.js';
import { positionManagerAbi, quoterAbi, swapSourcesOf, v2RouterAbi } from '../../test/uniswap.js';
import type { EvmChainConfig } from '../index.js';
import { openEvm } from '../../test/openEvm.js';
import { createPoolFollower } from './createPoolFollower.js';
import { readPools } from './readPools.js';

/** Trades to compare with Uniswap's own quoters. */
const tradesWanted = 10_000;
const rounds = 8;
const later = 4_000_000_000;

let node: UniswapChain;
let followed: Awaited<ReturnType<typeof followPools>>;
const closing = new AbortController();

beforeAll(async () => {
  node = await openUniswap();
  followed = await followPools(node, closing.signal);
  const spenders = [
    node.chain.uniswap.v2.router,
    node.chain.uniswap.swapRouter,
    node.chain.uniswap.v3.positionManager,
  ];
  await settle(
    await node.act(
      tokensOf(node.chain).flatMap((to) =>
        spenders.map((spender) => ({ to, data: encodeFunctionData(approval(spender)) })),
      ),
    ),
  );
});

afterAll(async () => {
  closing.abort();
  await node.stop();
});

async function settle(height: number): Promise<void> {
  await followed.reach((await node.client.getBlock({ blockNumber: BigInt(height) })).hash);
}

/** Numbers that are the same in every run. */
function createDraw(seed: bigint): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return Number(((state >> 20n) * BigInt(max)) >> 44n);
  };
}

interface Trade {
  readonly pool: UniswapChain['chain']['uniswap']['pools'][number];
  readonly tokenIn: Hex;
  readonly tokenOut: Hex;
  readonly isExactInput: boolean;
  readonly amount: bigint;
}

/** Trades of every size from one unit to four times what the pool has. */
async function drawTrades(count: number, draw: (max: number) => number): Promise<readonly Trade[]> {
  const { pools } = node.chain.uniswap;
  const holdings = await Promise.all(
    pools.map(({ address, token0, token1 }) =>
      Promise.all(
        [token0, token1].map((token) =>
          node.client.readContract({
            address: token,
            abi: erc20Abi,
            functionName: 'balanceOf',
            args: [address],
          }),
        ),
      ),
    ),
  );
  return Array.from({ length: count }, () => {
    const index = draw(pools.length);
    const pool = pools[index]!;
    const [tokenIn, tokenOut] =
      draw(2) === 0 ? [pool.token0, pool.token1] : [pool.token1, pool.token0];
    const isExactInput = draw(2) === 0;
    const holding = holdings[index]![(isExactInput ? tokenIn : tokenOut) === pool.token0 ? 0 : 1]!;
    const bits = draw(holding.toString(2).length + 2);
    return {
      pool,
      tokenIn,
      tokenOut,
      isExactInput,
      amount: (1n << BigInt(bits)) + ((1n << BigInt(bits)) * BigInt(draw(1_000_000))) / 1_000_000n,
    };
  });
}

/** Quote of Uniswap's own contracts, undefined where they revert. */
async function askQuoters(
  trades: readonly Trade[],
  blockNumber: bigint,
): Promise<readonly (bigint | undefined)[]> {
  const { v2, v3 } = node.chain.uniswap;
  const contracts = trades.map(({ pool, tokenIn, tokenOut, isExactInput, amount }) => {
    if (pool.kind === 'v2')
      return {
        address: v2.router,
        abi: v2RouterAbi,
        functionName: isExactInput ? 'getAmountsOut' : 'getAmountsIn',
        args: [amount, [tokenIn, tokenOut]],
      } as const;
    const way = { tokenIn, tokenOut, fee: pool.feePips, sqrtPriceLimitX96: 0n };
    return isExactInput
      ? ({
          address: v3.quoter,
          abi: quoterAbi,
          functionName: 'quoteExactInputSingle',
          args: [{ ...way, amountIn: amount }],
        } as const)
      : ({
          address: v3.quoter,
          abi: quoterAbi,
          functionName: 'quoteExactOutputSingle',
          args: [{ ...way, amount }],
        } as const);
  });
  const answers: (bigint | undefined)[] = [];
  for (let start = 0; start < contracts.length; start += 100) {
    const results = await node.client.multicall({
      contracts: contracts.slice(start, start + 100),
      multicallAddress: node.chain.contracts.multicall3,
      blockNumber,
      allowFailure: true,
      batchSize: 0,
    });
    for (const [index, { status, result }] of results.entries()) {
      const { pool, isExactInput } = trades[start + index]!;
      // Both contracts answer with numbers: all amounts of the path, or the amount first.
      const amounts = result as readonly bigint[] | undefined;
      answers.push(
        status === 'failure' ? undefined : amounts?.[pool.kind === 'v2' && isExactInput ? 1 : 0],
      );
    }
  }
  return answers;
}

function ask({ pool, tokenIn, tokenOut, isExactInput, amount }: Trade): bigint | undefined {
  const found = followed.swaps.sources
    .flatMap((source) => source.pools()?.value ?? [])
    .find(({ id }) => id === pool.address.toLowerCase());
  return (
    isExactInput
      ? found?.quoteExactInput(tokenIn.toLowerCase(), amount)
      : found?.quoteExactOutput(tokenOut.toLowerCase(), amount)
  )?.amount;
}

/** Trades and moves of liquidity that change some pools. */
function drawChanges(draw: (max: number) => number): readonly { to: Hex; data: Hex }[] {
  const { pools, v2, v3 } = node.chain.uniswap;
  const tokenUnits = new Map(
    tokensOf(node.chain).map((token, index) => [
      token,
      [10n ** 18n, 2_500n * 10n ** 6n, 2_500n * 10n ** 18n, 4_166_666n][index]!,
    ]),
  );
  return Array.from({ length: 3 }, () => {
    const pool = pools[draw(pools.length)]!;
    const [tokenIn, tokenOut] =
      draw(2) === 0 ? [pool.token0, pool.token1] : [pool.token1, pool.token0];
    const amount = tokenUnits.get(tokenIn)! * BigInt(1 + draw(200));
    if (pool.kind === 'v2')
      return {
        to: v2.router,
        data: encodeFunctionData({
          abi: v2RouterAbi,
          functionName: 'swapExactTokensForTokens',
          args: [amount, 0n, [tokenIn, tokenOut], node.trader, maxUint256],
        }),
      };
    if (draw(3) > 0) {
      const quote: SwapQuote = {
        tokenIn: tokenIn.toLowerCase(),
        tokenOut: tokenOut.toLowerCase(),
        type: 'EXACT_INPUT',
        amountIn: amount,
        amountOut: 1n,
        gas: 0,
        parts: [
          {
            source: 'uniswap-v3',
            amountIn: amount,
            amountOut: 1n,
            hops: [
              {
                pool: pool.address.toLowerCase(),
                tokenIn: tokenIn.toLowerCase(),
                tokenOut: tokenOut.toLowerCase(),
              },
            ],
          },
        ],
      };
      const [call] = followed.swaps.build(quote, {
        recipient: node.trader,
        limit: 0n,
        deadline: later,
      });
      return { to: call!.to as Hex, data: call!.data as Hex };
    }
    const state = followed.follower.latest().value.get(pool.address.toLowerCase());
    if (state?.kind !== 'uniswap-v3') throw new Error('The pool is followed.');
    const center = Math.floor(state.tick / pool.tickSpacing);
    const [tickLower, tickUpper] = [
      (center - draw(30)) * pool.tickSpacing,
      (center + 1 + draw(30)) * pool.tickSpacing,
    ];
    const [amount0Desired, amount1Desired] = [pool.token0, pool.token1].map(
      (token) => tokenUnits.get(token)! * BigInt(1 + draw(50)),
    ) as [bigint, bigint];
    const args = [
      {
        token0: pool.token0,
        token1: pool.token1,
        fee: pool.feePips,
        tickLower,
        tickUpper,
        amount0Desired,
        amount1Desired,
        amount0Min: 0n,
        amount1Min: 0n,
        recipient: node.trader,
        deadline: maxUint256,
      },
    ] as const;
    return {
      to: v3.positionManager,
      data: encodeFunctionData({ abi: positionManagerAbi, functionName: 'mint', args }),
    };
  });
}

describe('a swap', () => {
  const token = (name: 'weth' | 'usdc' | 'dai' | 'wbtc'): Hex =>
    tokensOf(node.chain)[['weth', 'usdc', 'dai', 'wbtc'].indexOf(name)]!;
  const lower = (address: Hex): string => address.toLowerCase();
  const balance = (address: Hex): Promise<bigint> =>
    node.client.readContract({
      address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [node.trader],
    });
  const quote = (request: SwapRequest): SwapQuote => {
    const found = followed.swaps.quote(request)?.value;
    if (found === undefined) throw new Error('There is a way.');
    return found;
  };

  /** Carries out a quote and answers with what moved. */
  async function execute(
    found: SwapQuote,
    limit: bigint,
  ): Promise<{ paid: bigint; received: bigint }> {
    const [tokenIn, tokenOut] = [found.tokenIn, found.tokenOut] as [Hex, Hex];
    const before = [await balance(tokenIn), await balance(tokenOut)] as const;
    const calls = followed.swaps.build(found, { recipient: node.trader, limit, deadline: later });
    expect(calls.reduce((sum, { allowance }) => sum + allowance, 0n)).toBeLessThanOrEqual(
      found.type === 'EXACT_INPUT' ? found.amountIn : limit,
    );
    await settle(
      await node.act(
        calls.map(({ to, data, value }) => ({ to: to as Hex, data: data as Hex, value })),
      ),
    );
    return {
      paid: before[0] - (await balance(tokenIn)),
      received: (await balance(tokenOut)) - before[1],
    };
  }

  /**
   * The router rounds the input of a V2 pool up and hands out all that it brings: a little more
   * than was asked for.
   */
  function expectBought(
    found: SwapQuote,
    { paid, received }: { paid: bigint; received: bigint },
  ): void {
    expect(paid).toBe(found.amountIn);
    expect(received).toBeGreaterThanOrEqual(found.amountOut);
    expect(received - found.amountOut).toBeLessThan(found.amountOut / 1_000_000n);
  }

  test('large enough is split over both versions, and gives exactly what was quoted', async () => {
    const found = quote({
      tokenIn: lower(token('weth')),
      tokenOut: lower(token('usdc')),
      type: 'EXACT_INPUT',
      amount: 700n * 10n ** 18n,
    });
    expect(new Set(found.parts.map(({ source }) => source))).toEqual(
      new Set(['uniswap-v2', 'uniswap-v3']),
    );
    expect(found.parts.length).toBeGreaterThan(2);
    const single = quote({
      tokenIn: lower(token('weth')),
      tokenOut: lower(token('usdc')),
      type: 'EXACT_INPUT',
      amount: 700n * 10n ** 18n,
      partsMax: 1,
    });
    expect(found.amountOut).toBeGreaterThan(single.amountOut);
    expect(await execute(found, found.amountOut)).toEqual({
      paid: found.amountIn,
      received: found.amountOut,
    });
  });

  test('of an exact output costs exactly what was quoted', async () => {
    const found = quote({
      tokenIn: lower(token('usdc')),
      tokenOut: lower(token('weth')),
      type: 'EXACT_OUTPUT',
      amount: 500n * 10n ** 18n,
    });
    expect(found.parts.length).toBeGreaterThan(1);
    expectBought(found, await execute(found, found.amountIn));
  });

  test.each(['EXACT_INPUT', 'EXACT_OUTPUT'] as const)(
    '%s between tokens without a pool goes through others, in one call',
    async (type) => {
      for (const source of ['uniswap-v2', 'uniswap-v3']) {
        const found = quote({
          tokenIn: lower(token('wbtc')),
          tokenOut: lower(token('dai')),
          type,
          amount: type === 'EXACT_INPUT' ? 10n ** 8n : 50_000n * 10n ** 18n,
          included: [source],
          hopsMax: 2,
          partsMax: 1,
        });
        expect(found.parts.map(({ hops }) => hops.length)).toEqual([2]);
        const moved = await execute(
          found,
          type === 'EXACT_INPUT' ? found.amountOut : found.amountIn,
        );
        if (type === 'EXACT_INPUT')
          expect(moved).toEqual({ paid: found.amountIn, received: found.amountOut });
        else expectBought(found, moved);
      }
    },
  );

  test("goes through Portage's router into the depository, under an order id", async () => {
    const { approvalProxy, depository } = node.chain.contracts;
    const [weth, usdc] = [token('weth'), token('usdc')];
    const found = quote({
      tokenIn: lower(weth),
      tokenOut: lower(usdc),
      type: 'EXACT_INPUT',
      amount: 300n * 10n ** 18n,
    });
    expect(found.parts.length).toBeGreaterThan(1);
    const calls = followed.swaps
      .build(found, { limit: found.amountOut, deadline: later })
      .map((call) => ({
        ...call,
        to: call.to as Hex,
        data: call.data as Hex,
        token: call.token as Hex,
      }));
    const settlement = {
      id: keccak256('0x01'),
      account: node.trader,
      token: usdc,
      minimum: found.amountOut,
      maximum: found.amountOut,
    };
    const plan = {
      calls,
      settlement,
      touched: [],
      refundTo: node.trader,
      deadline: BigInt(later),
      salt: keccak256('0x02'),
    };
    const held = (): Promise<bigint> =>
      node.client.readContract({
        address: usdc,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [depository],
      });
    const before = await held();
    await settle(
      await node.act([
        { to: weth, data: encodeFunctionData(approval(approvalProxy)) },
        {
          to: approvalProxy,
          data: encodeFunctionData({
            abi: approvalProxyAbi,
            functionName: 'pull',
            args: [weth, found.amountIn, plan],
          }),
        },
      ]),
    );
    expect((await held()) - before).toBe(found.amountOut);
    const { blockHash } = await node.client.getTransactionReceipt({
      hash: (await node.client.getBlock()).transactions.at(-1)!,
    });
    const deposits = await node.client.getContractEvents({
      address: depository,
      abi: depositoryAbi,
      eventName: 'Deposit',
      blockHash,
    });
    expect(deposits.map(({ args }) => [args.id, args.depositor, args.token, args.amount])).toEqual([
      [settlement.id, node.trader, usdc, found.amountOut],
    ]);
  });

  test('that would give less than its limit reverts', async () => {
    const found = quote({
      tokenIn: lower(token('weth')),
      tokenOut: lower(token('usdc')),
      type: 'EXACT_INPUT',
      amount: 10n ** 18n,
    });
    await expect(execute(found, found.amountOut + 1n)).rejects.toThrow('reverted');
  });

  test('takes only the sources that it may', () => {
    const request: SwapRequest = {
      tokenIn: lower(token('weth')),
      tokenOut: lower(token('usdc')),
      type: 'EXACT_INPUT',
      amount: 700n * 10n ** 18n,
    };
    const sourcesOf = (more: Partial<SwapRequest>): readonly string[] => [
      ...new Set(quote({ ...request, ...more }).parts.map(({ source }) => source)),
    ];
    expect(sourcesOf({ included: ['uniswap-v2'] })).toEqual(['uniswap-v2']);
    expect(sourcesOf({ excluded: ['uniswap-v2'] })).toEqual(['uniswap-v3']);
    expect(followed.swaps.quote({ ...request, included: ['nobody'] })).toBeUndefined();
    expect(
      followed.swaps.sources.map((source) => [
        source.id,
        source.quote(request)?.value.parts.every((part) => part.source === source.id),
      ]),
    ).toEqual([
      ['uniswap-v2', true],
      ['uniswap-v3', true],
    ]);
  });
});

test('local quotes equal those of the contracts, to the unit, while the pools change', async () => {
  const draw = createDraw(20_261_121n);
  let compared = 0;
  let possible = 0;
  for (let round = 0; round < rounds; round += 1) {
    const height = await node.act(drawChanges(draw));
    await settle(height);
    const trades = await drawTrades(Math.ceil(tradesWanted / rounds), draw);
    const expected = await askQuoters(trades, BigInt(height));
    const answers = trades.map(ask);
    // The quoters call an output of nothing a trade.
    const wrong = trades.flatMap((trade, index) =>
      (answers[index] ?? 0n) === (expected[index] ?? 0n)
        ? []
        : { trade, ours: answers[index], expected: expected[index] },
    );
    expect(wrong).toEqual([]);
    compared += answers.length;
    possible += answers.filter((answer) => answer !== undefined).length;
  }
  expect(compared).toBeGreaterThanOrEqual(tradesWanted);
  expect(possible).toBeGreaterThan(compared * 0.6);
}, 600_000);

describe('liquidity', () => {
  test('that is taken away is gone, tick by tick', async () => {
    const before = followed.follower.latest().value;
    const { positionManager } = node.chain.uniswap.v3;
    // The narrowest position of the first pool, which the devnet made fourth.
    const [, , , , , , , liquidity] = await node.client.readContract({
      address: positionManager,
      abi: positionManagerAbi,
      functionName: 'positions',
      args: [4n],
    });
    const decrease = (amount: bigint) => ({
      to: positionManager,
      data: encodeFunctionData({
        abi: positionManagerAbi,
        functionName: 'decreaseLiquidity',
        args: [
          { tokenId: 4n, liquidity: amount, amount0Min: 0n, amount1Min: 0n, deadline: maxUint256 },
        ],
      }),
    });
    await settle(await node.act([decrease(liquidity / 3n), decrease(liquidity - liquidity / 3n)]));
    const first = node.chain.uniswap.pools[0]!.address.toLowerCase();
    const [old, now] = [before, followed.follower.latest().value].map((states) =>
      states.get(first),
    );
    if (old?.kind !== 'uniswap-v3' || now?.kind !== 'uniswap-v3')
      throw new Error('The first pool is a V3 pool.');
    expect(now.liquidityAt.size).toBe(old.liquidityAt.size - 2);
    expect(
      followed.follower.latest().value.get(node.chain.uniswap.pools[1]!.address.toLowerCase()),
    ).toBe(before.get(node.chain.uniswap.pools[1]!.address.toLowerCase()));
  });

  test('after all events is what a fresh reading finds, and so it is after a reorg', async () => {
    const fresh = async (): Promise<unknown> => {
      const { hash } = await node.client.getBlock();
      await followed.reach(hash);
      const states = await readPools(followed.places, {
        multicall3: node.chain.contracts.multicall3,
        ask: followed.rpc.ask,
        blockHash: hash,
        signal: closing.signal,
      });
      return states.map(({ ...state }) => ({
        ...state,
        ticks: undefined,
        ...(state.kind === 'uniswap-v3'
          ? { liquidityAt: new Map([...state.liquidityAt].sort(([a], [b]) => a - b)) }
          : {}),
      }));
    };
    const known = (): unknown =>
      followed.places.map(({ address }) => {
        const state = followed.follower.latest().value.get(address)!;
        return {
          ...state,
          ticks: undefined,
          ...(state.kind === 'uniswap-v3'
            ? { liquidityAt: new Map([...state.liquidityAt].sort(([a], [b]) => a - b)) }
            : {}),
        };
      });
    const draw = createDraw(7n);
    const before = await fresh();
    expect(known()).toEqual(before);
    await settle(await node.act([...drawChanges(draw), ...drawChanges(draw)]));
    expect(known()).not.toEqual(before);
    expect(await fresh()).toEqual(known());
    await node.devnet.reorg(chainId, 1);
    expect(await fresh()).toEqual(before);
    expect(known()).toEqual(before);
  });
});

test('pools are first read at the next head where the first one is not to be found', async () => {
  const { heads, places } = followed;
  const head = heads.latest()!.value;
  const lost = { ...head, hash: `0x${'5a'.repeat(32)}` };
  const asked: (string | undefined)[] = [];
  const follower = await createPoolFollower({
    heads: {
      ...heads,
      next: (seen, signal) => {
        asked.push(seen?.hash);
        return seen === undefined ? Promise.resolve(lost) : heads.next(seen, signal);
      },
    },
    multicall3: node.chain.contracts.multicall3,
    places,
    clock: Date.now,
    signal: closing.signal,
  });
  expect(asked.slice(0, 2)).toEqual([undefined, lost.hash]);
  expect(follower.latest().value.size).toBe(places.length);
});

describe('a chain with sources in its configuration', () => {
  const config = (overrides: Partial<EvmChainConfig> = {}): EvmChainConfig => {
    const { id, slug, name, rpcUrl, wsUrl, contracts } = node.chain;
    const eth = {
      id: 'eth',
      symbol: 'ETH',
      name: 'Ether',
      address: '0x0000000000000000000000000000000000000000',
      decimals: 18,
    };
    return {
      id,
      slug,
      name,
      rpcUrls: [rpcUrl],
      devnet: true,
      wsUrl,
      contracts,
      assets: [eth],
      dataFee: 'none',
      swapSources: swapSourcesOf(node.chain),
      ...overrides,
    };
  };

  test('swaps', async () => {
    const opened = new AbortController();
    const chain = await openEvm(config(), opened.signal);
    const [tokenIn, tokenOut] = tokensOf(node.chain).map((address) => address.toLowerCase()) as [
      string,
      string,
    ];
    const found = chain.swaps?.quote({
      tokenIn,
      tokenOut,
      type: 'EXACT_INPUT',
      amount: 10n ** 18n,
    });
    expect(found?.value).toEqual(
      followed.swaps.quote({ tokenIn, tokenOut, type: 'EXACT_INPUT', amount: 10n ** 18n })?.value,
    );
    expect(found?.value.amountOut).toBeGreaterThan(0n);
    opened.abort();
  });

  test('that make no sense is not opened', async () => {
    const [first, second] = swapSourcesOf(node.chain);
    const refusal = (overrides: Partial<EvmChainConfig>): Promise<unknown> =>
      openEvm(config(overrides), closing.signal).then(
        () => 'opened',
        (error: unknown) => (isPortageError(error) ? error.code : error),
      );
    expect(await refusal({ contracts: { ...node.chain.contracts, multicall3: undefined } })).toBe(
      'INVALID_CONFIGURATION',
    );
    expect(await refusal({ swapSources: [first!, { ...second!, id: first!.id }] })).toBe(
      'INVALID_CONFIGURATION',
    );
    expect(await refusal({ swapSources: [first!, { ...first!, id: 'twice' }] })).toBe(
      'INVALID_CONFIGURATION',
    );
    expect(await refusal({ swapSources: [{ ...second!, pools: first!.pools }] })).toBe(
      'RPC_HTTP_ERROR',
    );
    expect(await refusal({ swapSources: [{ ...first!, pools: [node.trader] }] })).toBe(
      'RPC_HTTP_ERROR',
    );
  });
});
