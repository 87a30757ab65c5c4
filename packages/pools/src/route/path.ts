import type { Pool } from '../pool.js';

/** A way through pools, one after the other. */
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

/** A path with what goes in, what comes out and what it costs. */
export interface PathTrade {
  readonly path: Path;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly gas: number;
}

/** Follows an exact input along a path; undefined where a pool cannot take it. */
export function sellAlong(path: Path, amountIn: bigint): PathTrade | undefined {
  let amount = amountIn;
  let gas = 0;
  for (const { pool, tokenIn } of path.hops) {
    const trade = pool.sell(tokenIn, amount);
    if (trade === undefined) return undefined;
    amount = trade.amount;
    gas += trade.gas;
  }
  return { path, amountIn, amountOut: amount, gas };
}

/** Follows an exact output back along a path; undefined where a pool cannot give it. */
export function buyAlong(path: Path, amountOut: bigint): PathTrade | undefined {
  let amount = amountOut;
  let gas = 0;
  for (const { pool, tokenOut } of path.hops.toReversed()) {
    const trade = pool.buy(tokenOut, amount);
    if (trade === undefined) return undefined;
    amount = trade.amount;
    gas += trade.gas;
  }
  return { path, amountIn: amount, amountOut, gas };
}
