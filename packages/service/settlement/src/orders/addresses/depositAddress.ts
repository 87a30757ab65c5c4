/** A deposit address as it is stored with the request that it was made for. */
export interface NewDepositAddress {
  readonly address: string;
  /** `strict` takes the quoted amount; `open` any amount, again and again. */
  readonly type: 'strict' | 'open';
  readonly currency: string;
  /** In whose name it is paid in. */
  readonly depositor: string;
  readonly refundTo: string;
  /** JSON text: what was asked for and by whom. */
  readonly quoteRequest: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A deposit address as it stands. */
export interface StoredDepositAddress {
  readonly orderId: string;
  readonly requestId: string;
  readonly chainId: number;
  readonly address: string;
  readonly type: 'strict' | 'open';
  readonly currency: string;
  readonly depositor: string;
  readonly refundTo: string;
  /**
   * Charge of its quote for a sweep, native currency; undefined in those from before it was kept.
   */
  readonly charged: bigint | undefined;
  /** Parsed {@link NewDepositAddress.quoteRequest}. */
  readonly quoteRequest: unknown;
  /** Milliseconds since 1970, as the other. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Time at which its app disabled it; undefined while it takes money. */
  readonly disabledAt?: number | undefined;
  /** Key that asked for its quote; undefined without one. */
  readonly apiKeyId?: string | undefined;
}

/** A row of {@link depositAddressColumns}. */
export interface DepositAddressRow {
  order_id: string;
  request_id: string;
  chain_id: number;
  address: string;
  type: 'strict' | 'open';
  currency: string;
  depositor: string;
  refund_to: string;
  charged: string | null;
  quote_request: unknown;
  created_at: number;
  expires_at: number;
  disabled_at: number | null;
  api_key_id: string | null;
}

/** Charge for a sweep of the order of a request `r`. */
export const sweepChargeText = "r.execution_terms #>> '{quoted,depositGas}' as charged";

/** Columns of addresses `a` with their requests `r`. */
export const depositAddressColumns: string = `a.order_id, r.id as request_id, a.chain_id, a.address, a.type, a.currency, a.depositor, a.refund_to, a.quote_request, a.created_at, a.expires_at, a.disabled_at, r.api_key_id, ${sweepChargeText}`;

/** The address that a row holds. */
export function toDepositAddress(row: DepositAddressRow): StoredDepositAddress {
  return {
    orderId: row.order_id,
    requestId: row.request_id,
    chainId: row.chain_id,
    address: row.address,
    type: row.type,
    currency: row.currency,
    depositor: row.depositor,
    refundTo: row.refund_to,
    charged: row.charged === null ? undefined : BigInt(row.charged),
    quoteRequest: row.quote_request,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    disabledAt: row.disabled_at ?? undefined,
    apiKeyId: row.api_key_id ?? undefined,
  };
}
