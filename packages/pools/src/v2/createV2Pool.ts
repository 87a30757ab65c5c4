import type { Pool } from '../pool.js';
import { createProductPool } from '../product/createProductPool.js';

/** State of a V2 pool as of one block. */
export interface V2PoolState {
  readonly id: string;
  readonly tokens: readonly [string, string];
  readonly reserves: readonly [bigint, bigint];
}

/** Terms of Uniswap V2. Reserves have 112 bits. */
const terms = { feeBps: 30, reserveMax: (1n << 112n) - 1n, gas: 70_000 } as const;

/**
 * Makes a constant-product pool with Uniswap's fee of 0.3%: 997 thousandths of an input count
 * towards `x * y = k`.
 *
 * @example
 * ```ts
 * const pool = createV2Pool({
 *   id,
 *   tokens: [weth, usdc],
 *   reserves: [4_000n * 10n ** 18n, 10_000_000n * 10n ** 6n],
 * });
 * pool.quoteExactInput(weth, 10n ** 18n)?.amount; // 2491878899n
 * ```
 */
export function createV2Pool(state: V2PoolState): Pool {
  return createProductPool({ ...state, ...terms });
}
