import {
  createProductPool,
  createTicks,
  createV2Pool,
  createV3Pool,
  type Pool,
} from '@portage/pools';
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

/** Fee of V2, at which the pools of Solana trade to the same unit. */
const feeBps = 30;
/** Highest balance of a token account of Solana. */
const reserveMax = (1n << 64n) - 1n;

/** Pool of Solana in the form of `@portage/pools`, with the terms of the service. */
export function ourSolanaPool({ id, token0, token1, reserves }: DrawnPool): Pool {
  const tokens = [token0.address, token1.address] as const;
  return createProductPool({ id, tokens, reserves, reserveMax, feeBps, gas: 15_000 });
}

/** V2 pool in the form of `@portage/pools`. */
export function ourV2Pool({ id, token0, token1, reserves }: DrawnPool): Pool {
  return createV2Pool({ id, tokens: [token0.address, token1.address], reserves });
}
