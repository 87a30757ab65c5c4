import type { FailReason, RefundFailReason, RequestStatus } from '@portage/core';

/** `pending`: to be sent, perhaps again. `parked`: given up, until its owner resumes. */
export type DeliveryState = 'pending' | 'delivered' | 'parked';

/** State of a request as it was when an event was written. */
export interface StatusContent {
  readonly status: RequestStatus;
  readonly version: number;
  readonly inTxIds: readonly string[];
  readonly outTxIds: readonly string[];
  /** Smallest units, in decimal digits; null where nothing was paid. */
  readonly amountOut: string | null;
  readonly failReason: FailReason;
  readonly refundFailReason: RefundFailReason;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** A payment of a request that a chain told, or took back. */
export interface TransferContent {
  readonly role: 'deposit' | 'transfer' | 'fill' | 'refund' | 'swap';
  readonly chainId: number;
  readonly txId: string;
  readonly currency: string;
  /** Smallest units, in decimal digits. */
  readonly amount: string;
  /** A reorg took the payment back. */
  readonly isReverted: boolean;
}

/** Content of an event that is kept beside its request. */
export type DeliveryContent = Partial<StatusContent> & Partial<TransferContent>;

/** Delivery of one event to one subscription. */
export interface StoredDelivery {
  /** Place in the order of events; grows within a request as its events happen. */
  readonly id: number;
  /** Id that the receiver sees, the same at each attempt. */
  readonly messageId: string;
  readonly event: string;
  readonly requestId: string | undefined;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Milliseconds since 1970, as the next one. */
  readonly createdAt: number;
  readonly attemptedAt: number | undefined;
  /** HTTP status of the newest answer; undefined where there was none. */
  readonly statusCode: number | undefined;
  readonly fault: string | undefined;
}

/** A delivery as its table holds it, joined with its request. */
export interface DeliveryRow {
  id: number;
  message_id: string;
  event: string;
  request_id: string | null;
  state: DeliveryState;
  attempts: number;
  created_at: number;
  attempted_at: number | null;
  status_code: number | null;
  fault: string | null;
}

/** Columns of a {@link DeliveryRow} of `webhook_deliveries d` and, perhaps, `requests r`. */
export const deliveryColumns: string = `d.id, d.message_id, d.event, r.id as request_id, d.state, d.attempts, d.created_at,
  d.attempted_at, d.status_code, d.fault`;

/** The delivery that a row holds. */
export function toDelivery(row: DeliveryRow): StoredDelivery {
  return {
    id: row.id,
    messageId: row.message_id,
    event: row.event,
    state: row.state,
    requestId: row.request_id ?? undefined,
    attempts: row.attempts,
    createdAt: row.created_at,
    attemptedAt: row.attempted_at ?? undefined,
    statusCode: row.status_code ?? undefined,
    fault: row.fault ?? undefined,
  };
}
