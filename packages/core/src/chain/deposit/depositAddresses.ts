/** Order and depositor that an address takes money for. */
export interface DepositAddressOwner {
  readonly orderId: string;
  /** In whose name it is paid in. */
  readonly depositor: string;
}

/** A currency at an address. */
export interface AddressCurrency {
  readonly address: string;
  readonly currency: string;
}

/** The call that moves what an address holds into the depository. Anybody may make it. */
export interface SweepCall {
  readonly to: string;
  readonly data: string;
  /** Units of gas that it may use. */
  readonly gasLimit: bigint;
}

/**
 * Addresses that each take plain transfers for one order, for payers who cannot send anything else.
 */
export interface DepositAddresses {
  /** The address of an order and its depositor; nobody has to make it first. No network call. */
  addressOf(owner: DepositAddressOwner): string;
  /** Call that sweeps an address. No network call. */
  sweep(owner: DepositAddressOwner, currencies: readonly string[]): SweepCall;
  /**
   * Amounts at the newest block, in smallest units, in the order of the question. @throws
   * PortageError `RPC_HTTP_ERROR`
   */
  holdings(of: readonly AddressCurrency[], signal?: AbortSignal): Promise<readonly bigint[]>;
  /**
   * Which tokens of the chain's assets were transferred to which of these addresses in the blocks
   * from `first` to `last`. A hint and no more: what counts is what is there. @throws PortageError
   * `RPC_HTTP_ERROR`
   */
  receipts(
    addresses: readonly string[],
    blocks: { readonly first: number; readonly last: number },
    signal?: AbortSignal,
  ): Promise<readonly AddressCurrency[]>;
}
