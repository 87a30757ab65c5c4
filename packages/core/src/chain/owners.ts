/** A digest with the signature that is said to be an account's. */
export interface SignedDigest {
  /** In the canonical form of the chain. */
  readonly account: string;
  /** The 32 bytes that were signed, in the way of the chain's wallets. */
  readonly digest: Uint8Array;
  /** Hexadecimal, as the caller sent it. */
  readonly signature: string;
}

/** Checks of what owners of accounts sign beside transactions. */
export interface Owners {
  /**
   * Whether the account's owner has signed the digest. Only one encoding of a signature counts, so
   * that a signature has no twin. Where an account is a contract, a quorum of endpoints says so.
   *
   * @throws PortageError `RPC_HTTP_ERROR` where the chain has to be asked and no quorum answers
   */
  verify(signed: SignedDigest, signal?: AbortSignal): Promise<boolean>;
}
