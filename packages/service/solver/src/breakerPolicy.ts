/** Limits of what leaves the solver on a chain; a payment beyond halts the chain instead. */
export interface OutflowPolicy {
  /** The most of a currency that is paid out within an hour, in micro-USD. */
  readonly outflowHourMicroUsdMax: bigint;
  /** The most of a currency that is paid out within 24 hours, in micro-USD. */
  readonly outflowDayMicroUsdMax: bigint;
  /** The most that one recipient is paid within an hour, in micro-USD. */
  readonly outflowRecipientMicroUsdMax: bigint;
}

/** Signs of trouble that no single payment shows. */
export interface BreakerPolicy extends OutflowPolicy {
  /** Loss within an hour over all chains, in micro-USD, beyond which all of them are halted. */
  readonly lossMicroUsdMax: bigint;
  /** Interval at which losses are counted. */
  readonly lossMs: number;
  /** Recipients paid within an hour from which on it counts to how many of them payments revert. */
  readonly quoteStopOutcomesMin: number;
  /** Share of them from which on nothing new is quoted, in basis points. */
  readonly quoteStopFailedBps: bigint;
  /** Interval at which the database is marked, to tell that it was put back to an older state. */
  readonly markMs: number;
}

/** Policy of circuit breakers by default. */
export const defaultBreakerPolicy: BreakerPolicy = {
  outflowHourMicroUsdMax: 10_000_000_000_000n,
  outflowDayMicroUsdMax: 50_000_000_000_000n,
  outflowRecipientMicroUsdMax: 5_000_000_000_000n,
  lossMicroUsdMax: 50_000_000_000n,
  lossMs: 60_000,
  quoteStopOutcomesMin: 20,
  quoteStopFailedBps: 5_000n,
  markMs: 1_000,
};
