import type { RequestStatus } from '@portage/core';

/** A request as it stands. Every change raises `version`. */
export interface StoredRequest {
  readonly id: string;
  readonly orderId: string;
  readonly status: RequestStatus;
  /** Grows with every change; the larger of two is the newer. */
  readonly version: number;
  readonly originChainId: number;
  readonly destinationChainId: number;
  readonly payer: string;
  readonly recipient: string;
  readonly referrer: string | undefined;
  readonly referrerAddress: string | undefined;
  /** Parsed JSON of what was stored with the request. */
  readonly quote: unknown;
  readonly inTxIds: readonly string[];
  readonly outTxIds: readonly string[];
  /** Smallest units of the destination currency that the recipient got. */
  readonly amountOut: bigint | undefined;
  /** One of the fail reasons of the wire; `N/A` when nothing failed. */
  readonly failReason: string;
  readonly refundFailReason: string;
  /** Milliseconds since 1970, as the other two. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly fillBy: number;
}

/** A row of `current_requests` as {@link requestColumns} selects it. */
export interface RequestRow {
  id: string;
  order_id: string;
  status: RequestStatus;
  version: number;
  origin_chain_id: number;
  destination_chain_id: number;
  payer: string;
  recipient: string;
  referrer: string | null;
  referrer_address: string | null;
  quote: unknown;
  in_tx_ids: string[];
  out_tx_ids: string[];
  amount_out: bigint | null;
  fail_reason: string;
  refund_fail_reason: string;
  created_at: number;
  updated_at: number;
  fill_by: number;
}

/** Columns of a {@link RequestRow} in `current_requests`. */
export const requestColumns =
  'id, order_id, status, version, origin_chain_id, destination_chain_id, payer, recipient, referrer, referrer_address, quote, ' +
  'in_tx_ids, out_tx_ids, amount_out, fail_reason, refund_fail_reason, created_at, updated_at, fill_by';

/** The request that a row holds. */
export function toStoredRequest(row: RequestRow): StoredRequest {
  return {
    id: row.id,
    orderId: row.order_id,
    status: row.status,
    version: row.version,
    originChainId: row.origin_chain_id,
    destinationChainId: row.destination_chain_id,
    payer: row.payer,
    recipient: row.recipient,
    referrer: row.referrer ?? undefined,
    referrerAddress: row.referrer_address ?? undefined,
    quote: row.quote,
    inTxIds: row.in_tx_ids,
    outTxIds: row.out_tx_ids,
    amountOut: row.amount_out ?? undefined,
    failReason: row.fail_reason,
    refundFailReason: row.refund_fail_reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    fillBy: row.fill_by,
  };
}
