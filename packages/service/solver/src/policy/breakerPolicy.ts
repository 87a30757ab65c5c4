/** Signs of trouble that no single payment shows. */
export interface BreakerPolicy {
  /** Loss within an hour over all chains, in micro-USD, beyond which all of them are halted. */
  readonly lossMicroUsdMax: bigint;
  /** Interval at which losses are counted. */
  readonly lossMs: number;
  /** Recipients paid within an hour from which on it counts to how many of them payments revert. */
  readonly quoteStopOutcomesMin: number;
  /** Share of them from which on nothing new is quoted, in basis points. */
  readonly quoteStopFailedBps: bigint;
  /** Interval at which the restore detector of the database is advanced. */
  readonly restoreDetectorMs: number;
}

/** Defaults of {@link BreakerPolicy}. */
export const defaultBreakerPolicy: BreakerPolicy = {
  lossMicroUsdMax: 50_000_000_000n,
  lossMs: 60_000,
  quoteStopOutcomesMin: 20,
  quoteStopFailedBps: 5_000n,
  restoreDetectorMs: 1_000,
};
