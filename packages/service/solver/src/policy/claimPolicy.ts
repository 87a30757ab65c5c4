/** Payments of app fees that their wallets claim. */
export interface ClaimPolicy {
  /** Time that a claim waits to be signed before it is given back. */
  readonly waitMsMax: number;
  /** Times that the payment of a claim may fail in a simulation before it is given back. */
  readonly attemptsMax: number;
}

/** Defaults of {@link ClaimPolicy}. */
export const defaultClaimPolicy: ClaimPolicy = { waitMsMax: 3_600_000, attemptsMax: 3 };
