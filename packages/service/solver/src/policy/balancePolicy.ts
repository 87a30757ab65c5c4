/** How balances are compared with the books. */
export interface BalancePolicy {
  /** Interval at which balances are compared with the books. */
  readonly intervalMs: number;
  /**
   * Time without a comparison after which nothing new is signed for a moment: a chain that does not
   * tell older balances can be compared only while nothing is open.
   */
  readonly restAfterMs: number;
  /** The longest such pause. */
  readonly restMsMax: number;
  /** Age of a comparison of the depository with the books beyond which no withdrawal is paid. */
  readonly comparisonAgeMsMax: number;
  /**
   * Time for which readings must have told the same gain of a sender before it is booked as the
   * owner's capital.
   */
  readonly capitalWaitMs: number;
}

/** Defaults of {@link BalancePolicy}. */
export const defaultBalancePolicy: BalancePolicy = {
  intervalMs: 10_000,
  restAfterMs: 600_000,
  restMsMax: 20_000,
  comparisonAgeMsMax: 60_000,
  capitalWaitMs: 60_000,
};
