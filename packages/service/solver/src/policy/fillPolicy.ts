/** Loss and delay that the solver takes on between a quote and its payment. */
export interface FillPolicy {
  /** Gas of a fill is covered up to this multiple of what was charged for it. */
  readonly gasFactorMax: bigint;
  /** Gas beyond the charge that never matters, in micro-USD. */
  readonly gasLossMicroUsdMax: bigint;
  /** The most that the fee of one fill may cost, in micro-USD by slug; none of other chains. */
  readonly feeMicroUsdMax: Readonly<Record<string, bigint>>;
  /** Gas is held as this multiple of the estimate. */
  readonly gasReserveFactor: bigint;
  /**
   * Time that a payment whose gas costs too much waits for cheaper gas, before it is paid within
   * its slippage tolerance or its deposit goes back.
   */
  readonly gasWaitMs: number;
  /** Time for which a refund that dear gas eats up waits, counted from its deposit's finality. */
  readonly refundWaitMs: number;
  /** Loss of a deposit's worth since its quote that is covered, in basis points. */
  readonly priceLossBpsMax: bigint;
  /**
   * Time that a payment whose deposit lost more than its slippage tolerance waits for better
   * prices, before its deposit goes back.
   */
  readonly priceWaitMs: number;
  /** Time that an order waits for inventory before it is refunded. */
  readonly capacityWaitMs: number;
  /**
   * Time that a payment whose swap brings too little, or that would revert, waits for better times
   * before its deposit goes back.
   */
  readonly revertWaitMs: number;
  /**
   * Time that a payment waits for its recipient to open the account again that the quote found
   * open, before its deposit goes back.
   */
  readonly accountWaitMs: number;
  /**
   * Time after its `fillBy` in which an order whose deposit came in time may still be filled, as
   * where the origin chain is final late; none where the payer named the window by `ttl`.
   */
  readonly graceMs: number;
  /** Seconds before an order's deadline from which on nothing is sent for it. */
  readonly deadlineMarginSeconds: number;
  /**
   * Seconds that the reading of an order's origin chain may be behind that chain before the order
   * is filled; far below the delay of a reclaim.
   */
  readonly originLagSecondsMax: number;
  /**
   * Fills of one payer that may fail on a chain within an hour before its calls are no longer made.
   */
  readonly revertsPerPayerMax: number;
  /**
   * Top-ups that one sponsor pays for one recipient on a chain within 24 hours; an order beyond is
   * refunded.
   */
  readonly sponsoredTopupsPerRecipientMax: number;
  /** Times that a refund may fail in a simulation before an operator must look. */
  readonly refundAttemptsMax: number;
  /** Times that a call of ours may fail in a simulation before it is given up. */
  readonly relayAttemptsMax: number;
  /** Transactions of a refund or a call that are sent after one of them reverted on its chain. */
  readonly attemptsAfterRevertMax: number;
}

/** Defaults of {@link FillPolicy}. */
export const defaultFillPolicy: FillPolicy = {
  gasFactorMax: 2n,
  gasLossMicroUsdMax: 50_000n,
  feeMicroUsdMax: {},
  gasReserveFactor: 2n,
  gasWaitMs: 60_000,
  refundWaitMs: 600_000,
  priceLossBpsMax: 50n,
  priceWaitMs: 30_000,
  capacityWaitMs: 0,
  revertWaitMs: 6_000,
  accountWaitMs: 30_000,
  graceMs: 600_000,
  deadlineMarginSeconds: 30,
  originLagSecondsMax: 3_600,
  revertsPerPayerMax: 3,
  sponsoredTopupsPerRecipientMax: 3,
  refundAttemptsMax: 3,
  relayAttemptsMax: 3,
  attemptsAfterRevertMax: 1,
};
