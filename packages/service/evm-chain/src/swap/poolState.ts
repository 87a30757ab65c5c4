import { createTicks, type Ticks } from '@portage/pools';

/** A V2 pool as of one block. */
export interface V2State {
  readonly kind: 'uniswap-v2';
  readonly address: string;
  readonly tokens: readonly [string, string];
  readonly reserves: readonly [bigint, bigint];
}

/** Liquidity that begins or ends at a tick. */
export interface TickLiquidity {
  /**
   * Of all positions that touch the tick. While it is above zero, trades pause here even where
   * `net` is zero.
   */
  readonly gross: bigint;
  readonly net: bigint;
}

/** A V3 pool as of one block. */
export interface V3State {
  readonly kind: 'uniswap-v3';
  readonly address: string;
  readonly tokens: readonly [string, string];
  readonly feePips: number;
  readonly tickSpacing: number;
  /** Zero for a pool that has not been given a price yet. */
  readonly sqrtPriceX96: bigint;
  readonly tick: number;
  readonly liquidity: bigint;
  readonly liquidityAt: ReadonlyMap<number, TickLiquidity>;
  /** The same, prepared for trades. */
  readonly ticks: Ticks;
}

/** A pool as of one block. */
export type PoolState = V2State | V3State;

/** Prepares the ticks of a V3 pool. */
export function prepareTicks(
  liquidityAt: ReadonlyMap<number, TickLiquidity>,
  { feePips, tickSpacing }: Pick<V3State, 'feePips' | 'tickSpacing'>,
): Ticks {
  const ticks = [...liquidityAt]
    .map(([tick, { net }]) => ({ tick, liquidityNet: net }))
    .sort((a, b) => a.tick - b.tick);
  return createTicks({ tickSpacing, feePips, ticks });
}
