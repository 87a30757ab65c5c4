/** How work is looked for and taken. */
export interface WorkPolicy {
  /**
   * Payments that are signed and stored together; they travel to a chain in requests of a hundred.
   */
  readonly batchMax: number;
  /** Interval at which jobs are looked for without a notice. */
  readonly pollMs: number;
  /** Interval at which deposit addresses are looked at. */
  readonly sweepMs: number;
  /** Interval at which payments of each token are simulated while nothing is due. */
  readonly probeMs: number;
  /** Interval at which markers of payments are looked for that can be closed. */
  readonly markerMs: number;
  /** Interval at which sponsors are charged for gas that gasless deposits burned in vain. */
  readonly chargeMs: number;
  /** Time that another process waits before it takes over from one that died. */
  readonly leaseSeconds: number;
  /** Readings of fees, prices and tips that are older are not used. */
  readonly readingAgeMsMax: number;
}

/** Defaults of {@link WorkPolicy}. */
export const defaultWorkPolicy: WorkPolicy = {
  batchMax: 200,
  pollMs: 1_000,
  sweepMs: 250,
  probeMs: 10_000,
  markerMs: 3_600_000,
  chargeMs: 5_000,
  leaseSeconds: 5,
  readingAgeMsMax: 60_000,
};
