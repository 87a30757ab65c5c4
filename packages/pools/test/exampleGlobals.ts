/** Values that the examples of this package use, for `scripts/check-examples.ts`. */
import type { Pool } from '@portage/pools';

export declare const id: string;
export declare const liquidity: bigint;
export declare const pools: readonly Pool[];
export declare const sqrtPriceX96: bigint;
export declare const tick: number;
export declare const tokens: readonly [string, string];
export declare const usdc: string;
export declare const usdcPerGas: bigint;
export declare const weth: string;
