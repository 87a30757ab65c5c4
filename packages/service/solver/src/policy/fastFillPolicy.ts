/** Payouts that apps guarantee. */
export interface FastFillPolicy {
  /**
   * Time after which the deposit of a fast fill that is not in a block counts as one that never
   * comes: what stood behind it pays for it.
   */
  readonly holdMsMax: number;
  /** Interval at which fast fills are looked at. */
  readonly intervalMs: number;
}

/** Defaults of {@link FastFillPolicy}. */
export const defaultFastFillPolicy: FastFillPolicy = { holdMsMax: 3_600_000, intervalMs: 1_000 };
