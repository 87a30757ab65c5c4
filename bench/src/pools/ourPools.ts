import { createTicks, createV2Pool, createV3Pool, type Pool } from '@portage/pools';
import type { DrawnPool } from './drawPools.js';

/** V3 pool in the form of `@portage/pools`. */
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

/** V2 pool in the form of `@portage/pools`. */
export function ourV2Pool({ id, token0, token1, reserves }: DrawnPool): Pool {
  return createV2Pool({ id, tokens: [token0.address, token1.address], reserves });
}
