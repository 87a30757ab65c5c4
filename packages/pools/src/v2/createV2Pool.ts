import type { Pool } from '../pool.js';

/** What is known about a V2 pool as of one block. */
export interface V2PoolState {
  readonly id: string;
  readonly tokens: readonly [string, string];
  readonly reserves: readonly [bigint, bigint];
}

/** Gas of one hop through a V2 pool, its two transfers included. */
const gas = 70_000;

/** Reserves are kept in 112 bits; a trade that leaves more reverts. */
const reserveMax = (1n << 112n) - 1n;

/**
 * A constant-product pool with Uniswap's fee of 0.3 %: of an input, 997 thousandths count towards
 * `x * y = k`.
 *
 * @example
 * ```ts
 * const pool = createV2Pool({ id, tokens: [weth, usdc], reserves: [4_000n * 10n ** 18n, 10_000_000n * 10n ** 6n] });
 * pool.sell(weth, 10n ** 18n)?.amount; // 2491878899n
 * ```
 */
export function createV2Pool({ id, tokens, reserves }: V2PoolState): Pool {
  const [token0] = tokens;
  const [reserve0, reserve1] = reserves;
  const trade = (amount: bigint | undefined): { amount: bigint; gas: number } | undefined =>
    amount === undefined ? undefined : { amount, gas };
  return {
    id,
    tokens,
    sell: (tokenIn, amountIn) =>
      trade(
        tokenIn === token0
          ? amountOut(amountIn, reserve0, reserve1)
          : amountOut(amountIn, reserve1, reserve0),
      ),
    buy: (tokenOut, wanted) =>
      trade(
        tokenOut === token0
          ? amountIn(wanted, reserve1, reserve0)
          : amountIn(wanted, reserve0, reserve1),
      ),
  };
}

/** Rounded down: what the pool lets go keeps the product. */
function amountOut(input: bigint, reserveIn: bigint, reserveOut: bigint): bigint | undefined {
  if (input <= 0n || reserveOut === 0n || reserveIn + input > reserveMax) return undefined;
  const counted = input * 997n;
  const output = (counted * reserveOut) / (reserveIn * 1000n + counted);
  return output === 0n ? undefined : output;
}

/** Rounded up by a whole unit, as the pool's router does it. */
function amountIn(output: bigint, reserveIn: bigint, reserveOut: bigint): bigint | undefined {
  if (output <= 0n || output >= reserveOut) return undefined;
  const input = (reserveIn * output * 1000n) / ((reserveOut - output) * 997n) + 1n;
  return reserveIn + input > reserveMax ? undefined : input;
}
