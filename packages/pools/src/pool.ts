/** Quote of one pool. */
export interface PoolTrade {
  /** Output of an exact input, or input for an exact output, in smallest units. */
  readonly amount: bigint;
  /** Units of gas that the trade is expected to take. */
  readonly gas: number;
}

/**
 * A pool of two tokens as of one block. It quotes from memory, equal to the unit to what the pool
 * would do.
 */
export interface Pool {
  /** Canonical address of the pool. */
  readonly id: string;
  /** Tokens in the pool's own order: the first has the lower address. */
  readonly tokens: readonly [string, string];
  /** Output of an exact input; undefined where the pool cannot take all of it. */
  quoteExactInput(tokenIn: string, amountIn: bigint): PoolTrade | undefined;
  /** Input for an exact output; undefined where the pool cannot give all of it. */
  quoteExactOutput(tokenOut: string, amountOut: bigint): PoolTrade | undefined;
}
