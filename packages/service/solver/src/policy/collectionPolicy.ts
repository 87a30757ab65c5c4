/** When earnings are collected from the depositories. */
export interface CollectionPolicy {
  /**
   * Earnings of a currency that are collected as soon as they are worth as much, in micro-USD;
   * never for a gas that takes a tenth of them.
   */
  readonly microUsdMin: bigint;
  /**
   * Age at which earnings are collected whatever they are worth, unless that is less than their
   * gas. Far below the delay of every depository's reclaims.
   */
  readonly ageMsMax: number;
  /** Interval at which earnings are looked for that are due. */
  readonly intervalMs: number;
}

/** Defaults of {@link CollectionPolicy}. */
export const defaultCollectionPolicy: CollectionPolicy = {
  microUsdMin: 1_000_000_000n,
  ageMsMax: 86_400_000,
  intervalMs: 30_000,
};
