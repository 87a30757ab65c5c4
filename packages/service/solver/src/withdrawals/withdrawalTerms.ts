/** Terms of a withdrawal that an owner requests, as they were sent. */
export interface WithdrawalTerms {
  /** Slug of the chain that is paid on. */
  readonly chainId: string;
  readonly currency: string;
  /** Decimal digits, smallest units. */
  readonly amount: string;
  /** Slug of the owner's chain. */
  readonly ownerChainId: string;
  readonly owner: string;
  readonly recipient: string;
}

/** Terms that the service adds, and the owner signs too. */
export interface AddedTerms {
  /** The most that gas takes of the amount: decimal digits, smallest units. */
  readonly fee: string;
  /** Unix seconds after which the signature is worth nothing. */
  readonly expiresAt: number;
}

/** Answer of the first call. */
export interface PreparedWithdrawal {
  readonly nonce: string;
  readonly amount: string;
  readonly additionalData: AddedTerms;
}

/** The second call. */
export interface SignedWithdrawal extends WithdrawalTerms {
  readonly nonce: string;
  /** As it was sent: data that was made up is found out by the nonce. */
  readonly additionalData: Readonly<Record<string, unknown>> | undefined;
  readonly signature: string;
}
