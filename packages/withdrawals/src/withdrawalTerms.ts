/** What an owner withdraws. */
export interface WithdrawalTerms {
  /** Slug of the chain that is paid on, as `GET /chains` tells it. */
  readonly chainId: string;
  readonly currency: string;
  /** Decimal digits, smallest units: what leaves the owner's balance. */
  readonly amount: string;
  /** Slug of the owner's chain. */
  readonly ownerChainId: string;
  /** The depositor, or the recovery address of a deposit address. */
  readonly owner: string;
  /** Account that is paid. */
  readonly recipient: string;
}
