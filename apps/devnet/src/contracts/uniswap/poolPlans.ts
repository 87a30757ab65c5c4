/** Token that the pools of a devnet trade. */
export type PoolToken = 'weth' | 'usdc' | 'dai' | 'wbtc';

/** Decimals of a pool token and its price when the pools start. */
export const poolTokens: Readonly<
  Record<PoolToken, { readonly decimals: number; readonly usd: bigint }>
> = {
  weth: { decimals: 18, usd: 2_500n },
  usdc: { decimals: 6, usd: 1n },
  dai: { decimals: 18, usd: 1n },
  wbtc: { decimals: 8, usd: 60_000n },
};

/**
 * Part of a pool's liquidity: an amount in USD of each token, from the price divided by `factor` to
 * the price multiplied by it.
 */
export interface Range {
  /** Factor of the range; undefined covers every price. */
  readonly factor: number | undefined;
  readonly usd: bigint;
}

/** Pool to create. */
export type PoolPlan =
  | {
      readonly kind: 'v2';
      readonly tokens: readonly [PoolToken, PoolToken];
      /** USD of each token. */ readonly usd: bigint;
    }
  | {
      readonly kind: 'v3';
      readonly tokens: readonly [PoolToken, PoolToken];
      readonly feePips: 500 | 3_000;
      readonly ranges: readonly Range[];
    };

const volatile: readonly Range[] = [
  { factor: undefined, usd: 500_000n },
  { factor: 1.5, usd: 1_500_000n },
  { factor: 1.1, usd: 2_000_000n },
  { factor: 1.02, usd: 1_000_000n },
];

const stable: readonly Range[] = [
  { factor: undefined, usd: 200_000n },
  { factor: 1.05, usd: 2_000_000n },
  { factor: 1.005, usd: 4_000_000n },
];

/**
 * Pools of each chain. Three routes lead between WETH and USDC, so a split of large trades pays,
 * and none leads straight from WBTC to DAI.
 */
export const poolPlans: readonly PoolPlan[] = [
  { kind: 'v3', tokens: ['weth', 'usdc'], feePips: 500, ranges: volatile },
  { kind: 'v3', tokens: ['weth', 'usdc'], feePips: 3_000, ranges: volatile },
  { kind: 'v3', tokens: ['usdc', 'dai'], feePips: 500, ranges: stable },
  { kind: 'v3', tokens: ['wbtc', 'weth'], feePips: 3_000, ranges: volatile },
  { kind: 'v3', tokens: ['wbtc', 'usdc'], feePips: 3_000, ranges: volatile },
  { kind: 'v2', tokens: ['weth', 'usdc'], usd: 10_000_000n },
  { kind: 'v2', tokens: ['weth', 'dai'], usd: 2_000_000n },
  { kind: 'v2', tokens: ['wbtc', 'weth'], usd: 3_000_000n },
];
