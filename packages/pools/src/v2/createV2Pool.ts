import type { Pool } from '../pool.js';

/** State of a V2 pool as of one block. */
export interface V2PoolState {
  readonly id: string;
  readonly tokens: readonly [string, string];
  readonly reserves: readonly [bigint, bigint];
}

/** Gas of one hop through a V2 pool, its two transfers included. */
const gas = 70_000;

/** Highest reserve: 112 bits. A trade that leaves more reverts. */
const reserveMax = (1n << 112n) - 1n;

/**
 * Makes a constant-product pool with Uniswap's fee of 0.3 %: 997 thousandths of an input count
 * towards `x * y = k`.
 *
 * @example
 * ```ts
 * const pool = createV2Pool({
 *   id,
 *   tokens: [weth, usdc],
 *   reserves: [4_000n * 10n ** 18n, 10_000_000n * 10n ** 6n],
 * });
 * pool.quoteExactInput(weth, 10n ** 18n)?.amount; // 2491878899n
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
    quoteExactInput: (tokenIn, amountIn) =>
      trade(
        tokenIn === token0
          ? amountOut(amountIn, reserve0, reserve1)
          : amountOut(amountIn, reserve1, reserve0),
      ),
    quoteExactOutput: (tokenOut, amount) =>
      trade(
        tokenOut === token0
          ? amountIn(amount, reserve1, reserve0)
          : amountIn(amount, reserve0, reserve1),
      ),
  };
}

/** Output of an input, rounded down so that the product is kept. */
function amountOut(input: bigint, reserveIn: bigint, reserveOut: bigint): bigint | undefined {
  if (input <= 0n || reserveOut === 0n || reserveIn + input > reserveMax) return undefined;
  const counted = input * 997n;
  const output = (counted * reserveOut) / (reserveIn * 1000n + counted);
  return output === 0n ? undefined : output;
}

/** Input for an output, rounded up by a whole unit, as the router of the pool does. */
function amountIn(output: bigint, reserveIn: bigint, reserveOut: bigint): bigint | undefined {
  if (output <= 0n || output >= reserveOut) return undefined;
  const input = (reserveIn * output * 1000n) / ((reserveOut - output) * 997n) + 1n;
  return reserveIn + input > reserveMax ? undefined : input;
}
