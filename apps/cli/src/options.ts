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
}
