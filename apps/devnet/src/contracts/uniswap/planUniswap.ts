import { wethAbi } from '@portage/contracts';
import {
  encodeFunctionData,
  encodeAbiParameters,
  concat,
  erc20Abi,
  getContractAddress,
  maxUint256,
  parseEther,
  zeroAddress,
  type Hex,
} from 'viem';
import type { DevnetPool } from '../../description.js';
import type { DevnetAccount } from '../deriveAccounts.js';
import type { Batch, BatchTransaction } from '../sendBatch.js';
import { v2RouterAbi, v3PoolAbi, v3PositionManagerAbi } from './abis.js';
import { v2PoolAddress, v3PoolAddress } from './poolAddress.js';
import { poolPlans, poolTokens, type PoolPlan, type PoolToken } from './poolPlans.js';
import { readArtifact } from './readArtifact.js';
import { sqrtPriceX96, tickRange } from './startingPrice.js';

/** Uniswap on one chain. */
export interface Uniswap {
  readonly v2: { readonly factory: Hex; readonly router: Hex };
  readonly v3: { readonly factory: Hex; readonly positionManager: Hex; readonly quoter: Hex };
  /** `SwapRouter02`, which trades with the pools of both versions. */
  readonly swapRouter: Hex;
  readonly pools: readonly DevnetPool[];
}

/**
 * Deploying account and the tokens of the pools. The account has sent nothing yet, and must hold
 * enough ETH and enough of every token but WETH.
 */
export interface UniswapOptions {
  readonly deployer: DevnetAccount;
  readonly tokens: Readonly<Record<PoolToken, Hex>>;
}

const tickSpacings = { 500: 10, 3_000: 60 } as const;
const wrapped = parseEther('20000');
/**
 * Observations that a V3 pool keeps, one a block with trades: enough to average over some minutes.
 */
const observations = 128;

/**
 * Plans Uniswap V2 and V3 as published and the pools of {@link poolPlans}: everything in one block,
 * then one more.
 */
export function planUniswap({ deployer, tokens }: UniswapOptions): {
  readonly uniswap: Uniswap;
  readonly batches: readonly Batch[];
} {
  const created = (nonce: bigint): Hex => getContractAddress({ from: deployer.address, nonce });
  const v2 = { factory: created(0n), router: created(1n) };
  const v3 = { factory: created(2n), positionManager: created(3n), quoter: created(4n) };
  const swapRouter = created(5n);
  const { weth } = tokens;
  const spenders = Object.values(tokens).flatMap((token) =>
    [v2.router, v3.positionManager].map((spender) => approve(token, spender)),
  );
  const places = { tokens, v2Router: v2.router, positionManager: v3.positionManager };
  const transactions = [
    createUniswap('v2Factory', deployer.address),
    createUniswap('v2Router', v2.factory, weth),
    createUniswap('v3Factory'),
    createUniswap('v3PositionManager', v3.factory, weth, zeroAddress),
    createUniswap('v3Quoter', v3.factory, weth),
    createUniswap('swapRouter', v2.factory, v3.factory, v3.positionManager, weth),
    {
      to: weth,
      value: wrapped,
      data: encodeFunctionData({ abi: wethAbi, functionName: 'deposit' }),
    },
    ...spenders,
    ...poolPlans.map((plan) => fillPool(plan, { ...places, owner: deployer.address })),
  ];
  const factories = { tokens, v2Factory: v2.factory, v3Factory: v3.factory };
  const pools = poolPlans.map((plan) => describePool(plan, factories));
  return {
    uniswap: { v2, v3, swapRouter, pools },
    batches: [
      { sender: deployer, transactions },
      { sender: deployer, transactions: pools.flatMap(growObservations) },
    ],
  };
}

function growObservations({ kind, address }: DevnetPool): readonly BatchTransaction[] {
  if (kind === 'v2') return [];
  const data = encodeFunctionData({
    abi: v3PoolAbi,
    functionName: 'increaseObservationCardinalityNext',
    args: [observations],
  });
  return [{ to: address, data }];
}

/** Creates a contract of Uniswap, whose constructor takes addresses. */
export function createUniswap(
  name: Parameters<typeof readArtifact>[0],
  ...addresses: readonly Hex[]
): BatchTransaction {
  const args = addresses.map((address) => encodeAbiParameters([{ type: 'address' }], [address]));
  return { data: concat([readArtifact(name), ...args]) };
}

function approve(token: Hex, spender: Hex): BatchTransaction {
  return {
    to: token,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [spender, maxUint256],
    }),
    gas: 100_000n,
  };
}

/** Tokens of pools, and the contracts that create them. */
interface Filling {
  /** Every token that the plan names. */
  readonly tokens: Readonly<Partial<Record<PoolToken, Hex>>>;
  readonly owner: Hex;
  readonly v2Router: Hex;
  readonly positionManager: Hex;
}

/** Creates a pool at the tokens' prices, with its liquidity. */
export function fillPool(
  plan: PoolPlan,
  { tokens, owner, v2Router, positionManager }: Filling,
): BatchTransaction {
  const [first, second] = sortTokens(plan, tokens);
  const [token0, token1] = [tokens[first] ?? zeroAddress, tokens[second] ?? zeroAddress];
  if (plan.kind === 'v2') {
    const args = [
      token0,
      token1,
      worth(first, plan.usd),
      worth(second, plan.usd),
      0n,
      0n,
      owner,
      maxUint256,
    ] as const;
    return {
      to: v2Router,
      data: encodeFunctionData({ abi: v2RouterAbi, functionName: 'addLiquidity', args }),
    };
  }
  const sqrtPrice = sqrtPriceX96(worth(first, 1_000_000n), worth(second, 1_000_000n));
  const fee = plan.feePips;
  const mints = plan.ranges.map(({ factor, usd }) => {
    const [tickLower, tickUpper] = tickRange(sqrtPrice, factor, tickSpacings[fee]);
    const amounts = {
      amount0Desired: worth(first, usd),
      amount1Desired: worth(second, usd),
      amount0Min: 0n,
      amount1Min: 0n,
    };
    return encodeFunctionData({
      abi: v3PositionManagerAbi,
      functionName: 'mint',
      args: [
        {
          token0,
          token1,
          fee,
          tickLower,
          tickUpper,
          ...amounts,
          recipient: owner,
          deadline: maxUint256,
        },
      ],
    });
  });
  const start = encodeFunctionData({
    abi: v3PositionManagerAbi,
    functionName: 'createAndInitializePoolIfNecessary',
    args: [token0, token1, fee, sqrtPrice],
  });
  return {
    to: positionManager,
    data: encodeFunctionData({
      abi: v3PositionManagerAbi,
      functionName: 'multicall',
      args: [[start, ...mints]],
    }),
  };
}

/** Tokens of pools, and the factories that keep them. */
interface Factories extends Pick<Filling, 'tokens'> {
  readonly v2Factory: Hex;
  readonly v3Factory: Hex;
}

/** The pool that a plan leaves at its factory. */
export function describePool(
  plan: PoolPlan,
  { tokens, v2Factory, v3Factory }: Factories,
): DevnetPool {
  const [first, second] = sortTokens(plan, tokens);
  const pair = { token0: tokens[first] ?? zeroAddress, token1: tokens[second] ?? zeroAddress };
  if (plan.kind === 'v2') return { kind: 'v2', address: v2PoolAddress(v2Factory, pair), ...pair };
  const { feePips } = plan;
  const address = v3PoolAddress(v3Factory, { ...pair, feePips });
  return { kind: 'v3', address, ...pair, feePips, tickSpacing: tickSpacings[feePips] };
}

/** Pools keep their tokens in the order of their addresses. */
function sortTokens(
  { tokens: [a, b] }: PoolPlan,
  tokens: Filling['tokens'],
): readonly [PoolToken, PoolToken] {
  return BigInt(tokens[a] ?? zeroAddress) < BigInt(tokens[b] ?? zeroAddress) ? [a, b] : [b, a];
}

/** Amount of a token that is worth a number of USD, in smallest units. */
function worth(token: PoolToken, usd: bigint): bigint {
  const { decimals, usd: price } = poolTokens[token];
  return (usd * 10n ** BigInt(decimals)) / price;
}
