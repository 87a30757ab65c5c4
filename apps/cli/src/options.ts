/** Options of every command. */
export interface GlobalOptions {
  readonly url?: string;
  readonly json?: boolean;
  readonly devnet?: string;
}

/** Options that name an account. */
export interface AccountOptions {
  readonly keyFile?: string;
  readonly account?: number;
}

/** Options that describe a transfer. */
export interface TransferOptions extends AccountOptions {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly exactOutput?: boolean;
  readonly user?: string;
  readonly recipient?: string;
  readonly refundTo?: string;
  readonly slippage?: string;
  readonly expectedOutput?: boolean;
  readonly ttl?: number;
  readonly depositAddress?: boolean;
  readonly recoveryAddress?: string;
  readonly permit?: boolean;
  readonly permitExpiry?: number;
  /** Path of a JSON file with calls. */
  readonly txs?: string;
  readonly txsGasLimit?: number;
  /** Amount in USD, or `true` for the service's default. */
  readonly topup?: string | true;
  readonly appFee?: readonly string[];
  /** Most that the sponsor pays, in USD, or `true` for everything. */
  readonly subsidize?: string | true;
  /** Other members of the request, as `name=value`. */
  readonly set?: readonly string[];
}
