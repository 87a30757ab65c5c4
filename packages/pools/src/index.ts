export type { Pool, PoolTrade } from './pool.js';
export { createProductPool, type ProductPoolState } from './product/createProductPool.js';
export { createV2Pool, type V2PoolState } from './v2/createV2Pool.js';
export { createV3Pool, type V3PoolState } from './v3/createV3Pool.js';
export {
  createTicks,
  type InitializedTick,
  type Ticks,
  type TicksOptions,
} from './v3/createTicks.js';
export { sqrtRatioAtTick } from './v3/sqrtRatioAtTick.js';
export { createMarket, type Market } from './route/createMarket.js';
export { findPaths, type PathRequest } from './route/findPaths.js';
export { findSwap, type FoundSwap, type SwapSearch } from './route/findSwap.js';
export type { Hop, Path, PathTrade } from './route/path.js';
