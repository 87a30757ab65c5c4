/** When inventory is moved between chains, and how much of it. */
export interface RebalancingPolicy {
  /**
   * Worth that the solver wants to hold of a currency, in micro-USD, by `slug:asset`. One without a
   * target is moved for orders alone.
   */
  readonly targetsMicroUsd: Readonly<Record<string, bigint>>;
  /** Part of a target that may be missing before inventory is brought, in basis points. */
  readonly bandBps: bigint;
  /** The least that is worth moving towards a target, in micro-USD. */
  readonly transferMicroUsdMin: bigint;
  /**
   * Time after a rebalance in which none towards a target goes to the same currency, or takes
   * anything back.
   */
  readonly cooldownMs: number;
  /** The most that is in flight over one path, in micro-USD. */
  readonly inFlightPerPathMicroUsdMax: bigint;
  /** The most that is in flight over all paths, in micro-USD. */
  readonly inFlightMicroUsdMax: bigint;
  /** The most that paths keep of the rebalances of 24 hours, in micro-USD. */
  readonly costMicroUsdMax: bigint;
  /** Interval at which rebalances and deliveries are looked for. */
  readonly intervalMs: number;
}

/** Defaults of {@link RebalancingPolicy}. */
export const defaultRebalancingPolicy: RebalancingPolicy = {
  targetsMicroUsd: {},
  bandBps: 2_000n,
  transferMicroUsdMin: 1_000_000_000n,
  cooldownMs: 3_600_000,
  inFlightPerPathMicroUsdMax: 1_000_000_000_000n,
  inFlightMicroUsdMax: 2_000_000_000_000n,
  costMicroUsdMax: 1_000_000_000n,
  intervalMs: 1_000,
};
