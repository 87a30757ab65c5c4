/** Account that a deposit is asked for. */
export interface DepositPayer {
  /** Canonical address. */
  readonly payer: string;
  /** Canonical address of the currency that it pays. */
  readonly currency: string;
  /** Public key behind the address as hex, where the payer has told it. */
  readonly publicKey?: string | undefined;
}
