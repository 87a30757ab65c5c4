import { createTicks, createV2Pool, createV3Pool, type Pool } from '@portage/pools';
import type { DrawnPool } from './drawPools.js';

/** A V3 pool as `@portage/pools` has it. */
export function ourV3Pool({
  id,
  token0,
  token1,
  feePips,
  tickSpacing,
  sqrtPriceX96,
  tick,
  liquidity,
  ticks,
}: DrawnPool): Pool {
  return createV3Pool({
    id,
    tokens: [token0.address, token1.address],
    sqrtPriceX96,
    tick,
    liquidity,
    ticks: createTicks({ tickSpacing, feePips, ticks }),
  });
}

/** A V2 pool as `@portage/pools` has it. */
export function ourV2Pool({ id, token0, token1, reserves }: DrawnPool): Pool {
  return createV2Pool({ id, tokens: [token0.address, token1.address], reserves });
}
