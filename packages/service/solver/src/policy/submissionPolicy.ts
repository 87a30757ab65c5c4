/**
 * Submissions beyond which no more are taken: those of the last hour that failed or brought nothing
 * in, and those that may still.
 */
export interface SubmissionPolicy {
  /** Deposits of one payer by signature. */
  readonly failedPermitsPerPayerMax: number;
  /**
   * Calls of payers' own accounts (`POST /execute`) with one API key. A payer's own are bounded
   * like its signatures.
   */
  readonly failedGaslessPerKeyMax: number;
  /** Gas limits of one payer's submissions, in units. */
  readonly gasPerPayerMax: number;
  /** Gas limits of the submissions with one API key, in units. */
  readonly gasPerKeyMax: number;
  /** Gas limits of all submissions, in units. */
  readonly gasMax: number;
}

/** Defaults of {@link SubmissionPolicy}. */
export const defaultSubmissionPolicy: SubmissionPolicy = {
  failedPermitsPerPayerMax: 3,
  failedGaslessPerKeyMax: 20,
  gasPerPayerMax: 5_000_000,
  gasPerKeyMax: 20_000_000,
  gasMax: 60_000_000,
};
