/** Limits of what leaves the solver on a chain; a payment beyond halts the chain instead. */
export interface OutflowPolicy {
  /** The most of a currency that is paid out within an hour, in micro-USD. */
  readonly hourMicroUsdMax: bigint;
  /** The most of a currency that is paid out within 24 hours, in micro-USD. */
  readonly dayMicroUsdMax: bigint;
  /** The most that one recipient is paid within an hour, in micro-USD. */
  readonly recipientMicroUsdMax: bigint;
}

/** Defaults of {@link OutflowPolicy}. */
export const defaultOutflowPolicy: OutflowPolicy = {
  hourMicroUsdMax: 10_000_000_000_000n,
  dayMicroUsdMax: 50_000_000_000_000n,
  recipientMicroUsdMax: 5_000_000_000_000n,
};
