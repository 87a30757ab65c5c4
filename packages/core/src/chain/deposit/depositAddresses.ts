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

/** A plain transfer to an address. */
export interface AddressPayment extends AddressCurrency {
  readonly txId: string;
  readonly height: number;
  readonly amount: bigint;
}

/**
 * The call that moves what an address holds into the depository. Anybody may make it where a
 * contract keeps the address; where a key does, the solver signs for the address.
 */
export interface SweepCall {
  readonly to: string;
  readonly data: string;
  /** Units of gas that it may use. */
  readonly gasLimit: bigint;
  /** Units of gas that it is expected to use. Default: the limit. */
  readonly gas?: bigint | undefined;
}

/**
 * Addresses that each take plain transfers for one order, for payers who cannot send anything else.
 */
export interface DepositAddresses {
  /** The address of an order and its depositor; it need not be created first. No network call. */
  addressOf(owner: DepositAddressOwner): string;
  /**
   * Call that sweeps an address. No network call.
   *
   * @param amounts - what {@link DepositAddresses.holdings} told of these currencies, for chains
   *   whose calls name amounts
   */
  sweep(
    owner: DepositAddressOwner,
    currencies: readonly string[],
    amounts: readonly bigint[],
  ): SweepCall;
  /**
   * Amounts at the newest block, in smallest units, in the order of the question; undefined for an
   * address that cannot be read now, which holds up none of the others.
   *
   * @throws PortageError `RPC_HTTP_ERROR` where none can be read
   */
  holdings(
    of: readonly AddressCurrency[],
    signal?: AbortSignal,
  ): Promise<readonly (bigint | undefined)[]>;
  /**
   * Whether {@link receipts} tells of native currency as well; without it native balances are read
   * in turn.
   */
  readonly receiptsTellNative?: true;
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
  /**
   * Transfers to an address in the newest blocks, oldest first, by one endpoint. They are for show:
   * nothing is credited by them. How far back is looked is the chain's to say.
   *
   * @throws PortageError `RPC_HTTP_ERROR`
   */
  payments?(
    to: string,
    currencies: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly AddressPayment[]>;
  /**
   * Transfers that one transaction makes, to whichever addresses; none of an unknown one. For show,
   * as well. @throws PortageError `RPC_HTTP_ERROR`
   */
  paymentsIn?(txId: string, signal?: AbortSignal): Promise<readonly AddressPayment[]>;
}
