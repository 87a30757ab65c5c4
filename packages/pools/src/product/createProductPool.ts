import type { Pool } from '../pool.js';

/** State of a constant-product pool as of one block, and its terms. */
export interface ProductPoolState {
  readonly id: string;
  readonly tokens: readonly [string, string];
  readonly reserves: readonly [bigint, bigint];
  /** Part of each input that does not count, in basis points; below 10,000. */
  readonly feeBps: number;
  /** Highest reserve that the pool can hold. A trade that leaves more is refused. */
  readonly reserveMax: bigint;
  /** Gas of one hop, its two transfers included; on Solana, compute units. */
  readonly gas: number;
}

/** A whole, in basis points. */
const whole = 10_000n;

/**
 * Makes a pool that keeps the product of its reserves: what remains of an input after the fee
 * counts towards `x * y = k`. Outputs are rounded down and inputs up by a whole unit, as by
 * Uniswap V2 and by the test pool of Solana.
 *
 * @example
 * ```ts
 * const pool = createProductPool({
 *   id,
 *   tokens: [weth, usdc],
 *   reserves: [4_000n * 10n ** 9n, 600_000n * 10n ** 6n],
 *   feeBps: 25,
 *   reserveMax: 2n ** 64n - 1n,
 *   gas: 25_000,
 * });
 * pool.quoteExactInput(weth, 10n ** 9n)?.amount;
 * ```
 */
export function createProductPool({ id, tokens, reserves, ...terms }: ProductPoolState): Pool {
  const { gas, reserveMax } = terms;
  const kept = whole - BigInt(terms.feeBps);
  const [token0] = tokens;
  const [reserve0, reserve1] = reserves;
  const trade = (amount: bigint | undefined): { amount: bigint; gas: number } | undefined =>
    amount === undefined ? undefined : { amount, gas };
  /** Output of an input, rounded down so that the product is kept. */
  const amountOut = (input: bigint, from: bigint, to: bigint): bigint | undefined => {
    if (input <= 0n || from === 0n || to === 0n || from + input > reserveMax) return undefined;
    const counted = input * kept;
    const output = (counted * to) / (from * whole + counted);
    return output === 0n ? undefined : output;
  };
  /** Input for an output, rounded up by a whole unit, as the pools do. */
  const amountIn = (output: bigint, from: bigint, to: bigint): bigint | undefined => {
    if (output <= 0n || from === 0n || output >= to) return undefined;
    const input = (from * output * whole) / ((to - output) * kept) + 1n;
    return from + input > reserveMax ? undefined : input;
  };
  return {
    id,
    tokens,
    quoteExactInput: (tokenIn, input) =>
      trade(
        tokenIn === token0
          ? amountOut(input, reserve0, reserve1)
          : amountOut(input, reserve1, reserve0),
      ),
    quoteExactOutput: (tokenOut, output) =>
      trade(
        tokenOut === token0
          ? amountIn(output, reserve1, reserve0)
          : amountIn(output, reserve0, reserve1),
      ),
  };
}
