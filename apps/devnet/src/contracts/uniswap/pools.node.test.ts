import {
  concat,
  encodeAbiParameters,
  erc20Abi,
  keccak256,
  multicall3Abi,
  parseAbi,
  toHex,
  type Hex,
} from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createDevnet,
  evmChain,
  type Devnet,
  type DevnetPool,
  type EvmDevnetChain,
} from '../../index.js';
import { poolTokens, type PoolToken } from './poolPlans.js';
import { sqrtPriceX96 } from './startingPrice.js';

const quoterAbi = parseAbi([
  'struct Params { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function quoteExactInputSingle(Params params) returns (uint256 amountOut, uint160 sqrtPriceX96After, uint32 initializedTicksCrossed, uint256 gasEstimate)',
]);
const pairAbi = parseAbi([
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 time)',
]);
const poolAbi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 index, uint16 cardinality, uint16 cardinalityNext, uint8 feeProtocol, bool unlocked)',
]);
const domainAbi = parseAbi(['function DOMAIN_SEPARATOR() view returns (bytes32)']);

let devnet: Devnet;

beforeAll(async () => {
  devnet = await createDevnet({ ports: [0, 0], controlPort: 0 });
});

afterAll(async () => {
  await devnet.close();
});

function chainOf(id: number): EvmDevnetChain {
  return evmChain(devnet.description, id);
}

function tokenAt(chain: EvmDevnetChain, address: Hex): PoolToken {
  const tokens: Readonly<Record<PoolToken, Hex>> = {
    weth: chain.tokens.weth.address,
    usdc: chain.tokens.usdc.address,
    dai: chain.uniswap.tokens.dai.address,
    wbtc: chain.uniswap.tokens.wbtc.address,
  };
  const found = (['weth', 'usdc', 'dai', 'wbtc'] as const).find((name) => tokens[name] === address);
  if (found === undefined) throw new Error(`${address} is no token of the pools.`);
  return found;
}

/** USD of an amount, times a million. */
function worth(chain: EvmDevnetChain, token: Hex, amount: bigint): bigint {
  const { decimals, usd } = poolTokens[tokenAt(chain, token)];
  return (amount * usd * 1_000_000n) / 10n ** BigInt(decimals);
}

describe.each([8453, 10])('the pools of chain %i', (id) => {
  test('are those of the plan, at the prices of the plan', async () => {
    const client = devnet.client(id);
    const chain = chainOf(id);
    expect(
      chain.uniswap.pools.map((pool) =>
        [
          pool.kind,
          ...[pool.token0, pool.token1].map((token) => tokenAt(chain, token)).sort(),
          pool.kind === 'v3' ? pool.feePips : 3_000,
        ].join(' '),
      ),
    ).toEqual([
      'v3 usdc weth 500',
      'v3 usdc weth 3000',
      'v3 dai usdc 500',
      'v3 wbtc weth 3000',
      'v3 usdc wbtc 3000',
      'v2 usdc weth 3000',
      'v2 dai weth 3000',
      'v2 wbtc weth 3000',
    ]);
    for (const pool of chain.uniswap.pools) {
      expect(BigInt(pool.token0)).toBeLessThan(BigInt(pool.token1));
      const { sqrtPrice, depth } = await state(pool);
      const one = (token: Hex): bigint =>
        10n ** BigInt(poolTokens[tokenAt(chain, token)].decimals + 6) /
        poolTokens[tokenAt(chain, token)].usd;
      const expected = sqrtPriceX96(one(pool.token0), one(pool.token1));
      expect(Number((sqrtPrice * 1_000_000n) / expected) / 1_000_000).toBeCloseTo(1, 4);
      expect(depth).toBeGreaterThan(1_500_000_000_000n);
    }

    async function state(pool: DevnetPool): Promise<{ sqrtPrice: bigint; depth: bigint }> {
      const balance = await client.readContract({
        address: pool.token0,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [pool.address],
      });
      const depth = worth(chain, pool.token0, balance);
      if (pool.kind === 'v2') {
        const [reserve0, reserve1] = await client.readContract({
          address: pool.address,
          abi: pairAbi,
          functionName: 'getReserves',
        });
        return { sqrtPrice: sqrtPriceX96(reserve0, reserve1), depth };
      }
      const [sqrtPrice, , , , cardinalityNext] = await client.readContract({
        address: pool.address,
        abi: poolAbi,
        functionName: 'slot0',
      });
      expect(cardinalityNext).toBe(128);
      return { sqrtPrice, depth };
    }
  });

  test('quote what the prices say, less the fee and a little impact', async () => {
    const chain = chainOf(id);
    for (const pool of chain.uniswap.pools) {
      if (pool.kind !== 'v3') continue;
      const amountIn =
        (1_000n * 10n ** BigInt(poolTokens[tokenAt(chain, pool.token0)].decimals)) /
        poolTokens[tokenAt(chain, pool.token0)].usd;
      const { result } = await devnet
        .client(id)
        .simulateContract({
          address: chain.uniswap.v3.quoter,
          abi: quoterAbi,
          functionName: 'quoteExactInputSingle',
          args: [
            {
              tokenIn: pool.token0,
              tokenOut: pool.token1,
              amountIn,
              fee: pool.feePips,
              sqrtPriceLimitX96: 0n,
            },
          ],
        });
      const received = worth(chain, pool.token1, result[0]);
      const expected = 1_000_000_000n - BigInt(pool.feePips) * 1_000n;
      expect(received).toBeGreaterThan((expected * 999n) / 1_000n);
      expect(received).toBeLessThanOrEqual(expected);
    }
  });
});

test('Permit2 and Multicall3 run where every chain has them', async () => {
  const client = devnet.client(10);
  const { permit2, multicall3 } = chainOf(10).contracts;
  const typeHash = keccak256(
    toHex('EIP712Domain(string name,uint256 chainId,address verifyingContract)'),
  );
  const domain = encodeAbiParameters([{ type: 'uint256' }, { type: 'address' }], [10n, permit2]);
  expect(
    await client.readContract({
      address: permit2,
      abi: domainAbi,
      functionName: 'DOMAIN_SEPARATOR',
    }),
  ).toBe(keccak256(concat([typeHash, keccak256(toHex('Permit2')), domain])));
  const results = await client.multicall({
    multicallAddress: multicall3,
    contracts: [{ address: permit2, abi: domainAbi, functionName: 'DOMAIN_SEPARATOR' }],
  });
  expect(results).toHaveLength(1);
  expect(
    await client.readContract({
      address: multicall3,
      abi: multicall3Abi,
      functionName: 'getCurrentBlockTimestamp',
    }),
  ).toBeGreaterThan(0n);
});
