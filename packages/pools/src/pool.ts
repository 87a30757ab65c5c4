/** What a trade with one pool comes to. */
export interface PoolTrade {
  /** Smallest units: what comes out for an exact input, what goes in for an exact output. */
  readonly amount: bigint;
  /** Units of gas that the pool is expected to burn. */
  readonly gas: number;
}

/**
 * One market between two currencies as of one block. Everything is computed from memory, equal to
 * the unit to what the pool would do.
 */
export interface Pool {
  /** Address of the pool, canonical. */
  readonly id: string;
  /** In the pool's own order: the first is the one with the lower address. */
  readonly tokens: readonly [string, string];
  /** What an exact input gives; undefined where the pool cannot take all of it. */
  sell(tokenIn: string, amountIn: bigint): PoolTrade | undefined;
  /** What an exact output costs; undefined where the pool cannot give all of it. */
  buy(tokenOut: string, amountOut: bigint): PoolTrade | undefined;
}
