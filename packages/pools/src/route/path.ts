import type { Pool } from '../pool.js';

/** Pools to trade through, one after the other. */
export interface Path {
  readonly source: string;
  readonly hops: readonly Hop[];
}

/** One pool of a path. */
export interface Hop {
  readonly pool: Pool;
  readonly tokenIn: string;
  readonly tokenOut: string;
}

/** A path, with its input, output and gas. */
export interface PathTrade {
  readonly path: Path;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly gas: number;
}

/** Quotes an exact input along a path; undefined where a pool cannot take it. */
export function exactInputAlong(path: Path, amountIn: bigint): PathTrade | undefined {
  let amount = amountIn;
  let gas = 0;
  for (const { pool, tokenIn } of path.hops) {
    const trade = pool.quoteExactInput(tokenIn, amount);
    if (trade === undefined) return undefined;
    amount = trade.amount;
    gas += trade.gas;
  }
  return { path, amountIn, amountOut: amount, gas };
}

/** Quotes an exact output back along a path; undefined where a pool cannot give it. */
export function exactOutputAlong(path: Path, amountOut: bigint): PathTrade | undefined {
  let amount = amountOut;
  let gas = 0;
  for (const { pool, tokenOut } of path.hops.toReversed()) {
    const trade = pool.quoteExactOutput(tokenOut, amount);
    if (trade === undefined) return undefined;
    amount = trade.amount;
    gas += trade.gas;
  }
  return { path, amountIn: amount, amountOut, gas };
}
