/** Meaning of an error code for programs. */
export interface ErrorKind {
  /** HTTP status of an answer with the code. */
  readonly status: number;
  /** Whether the same call may succeed later without a change. */
  readonly retryable: boolean;
}

const once = (status: number): ErrorKind => ({ status, retryable: false });
const again = (status: number): ErrorKind => ({ status, retryable: true });

/**
 * Every error code of Portage. The table is append-only: a code, once published, keeps its meaning.
 * The same string is thrown by the SDK, sent as `errorCode` by the service and counted in usage.
 *
 * Sentences for people are in a table of their own, so that apps do not load those of a service.
 *
 * @see docs/spec/errors.md#codes
 */
export const errorKinds = {
  // Request faults.
  INVALID_REQUEST: once(400),
  INVALID_JSON: once(400),
  INVALID_ADDRESS: once(400),
  INVALID_RECIPIENT: once(400),
  INVALID_INPUT_CURRENCY: once(400),
  INVALID_OUTPUT_CURRENCY: once(400),
  INVALID_SLIPPAGE_TOLERANCE: once(400),
  INVALID_EXTRA_TXS: once(400),
  INVALID_AUTHORIZATION: once(400),
  INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS: once(400),
  INVALID_SIGNATURE: once(400),
  USER_RECIPIENT_MISMATCH: once(400),
  AMOUNT_TOO_LOW: once(400),
  AMOUNT_TOO_HIGH: once(400),
  INSUFFICIENT_LIQUIDITY: again(400),
  INSUFFICIENT_FUNDS: once(400),
  NO_QUOTES: again(400),
  NO_SWAP_ROUTES_FOUND: again(400),
  NO_INTERNAL_SWAP_ROUTES_FOUND: again(400),
  SWAP_IMPACT_TOO_HIGH: again(400),
  EXTRA_TXS_NOT_SUPPORTED: once(400),
  UNSUPPORTED_ROUTE: once(400),
  UNSUPPORTED_CHAIN: once(400),
  UNSUPPORTED_CURRENCY: once(400),
  UNSUPPORTED_EXECUTION_TYPE: once(400),
  UNSUPPORTED_TRADE_TYPE: once(400),
  UNSUPPORTED_FEATURE: once(400),
  CHAIN_DISABLED: again(400),
  ROUTE_TEMPORARILY_RESTRICTED: again(400),
  SOLANA_TX_TOO_LARGE: once(400),
  SWAP_QUOTE_FAILED: again(400),
  PERMIT_FAILED: once(400),
  SPONSORED_TOPUPS_EXCEEDED: again(400),
  SPONSOR_BALANCE_TOO_LOW: again(400),
  FAST_FILL_BALANCE_TOO_LOW: again(400),
  DELEGATION_REDEEM_FAILED: once(400),
  DESTINATION_TX_FAILED: once(400),
  // Access.
  UNAUTHORIZED: once(401),
  UNAUTHORIZED_QUOTE: once(401),
  FORBIDDEN: once(403),
  RATE_LIMITED: again(429),
  // Transport.
  NOT_FOUND: once(404),
  UNKNOWN_REQUEST: once(404),
  UNKNOWN_TRANSACTION: again(404),
  METHOD_NOT_ALLOWED: once(405),
  BODY_TOO_LARGE: once(413),
  UNSUPPORTED_MEDIA_TYPE: once(415),
  WITHDRAWAL_IN_PROGRESS: again(409),
  FAST_FILL_NOT_POSSIBLE: once(409),
  CLAIM_EXPIRED: once(400),
  CLAIM_USED: once(409),
  // Service.
  UNKNOWN_ERROR: again(500),
  RPC_HTTP_ERROR: again(502),
  PRICE_FETCH_FAILED: again(503),
  SERVICE_UNAVAILABLE: again(503),
  REQUEST_TIMED_OUT: again(504),
  // Client side only; the status is unused there.
  HTTP_REQUEST_FAILED: again(502),
  INVALID_RESPONSE: once(502),
  QUOTE_VERIFICATION_FAILED: once(400),
  PRICE_UNBOUNDED: once(400),
  PRICE_MOVED: again(400),
  QUOTE_EXPIRED: once(400),
  ALREADY_PAID: once(409),
  NO_EXECUTOR: once(400),
  EXECUTION_ABORTED: again(400),
  EXECUTION_TIMED_OUT: again(504),
  SUBMISSION_UNKNOWN: once(409),
  REQUEST_FAILED: once(400),
  REQUEST_REFUNDED: once(400),
  WALLET_REJECTED: once(400),
  WALLET_ERROR: again(400),
  WRONG_CHAIN: once(400),
  TRANSACTION_REVERTED: once(400),
  TRANSACTION_CANCELLED: once(400),
  TRANSACTION_EXPIRED: again(400),
  TRANSACTION_ALTERED: once(409),
  NOTHING_TO_RECLAIM: once(400),
  RECLAIM_NOT_READY: again(400),
  // Operator side.
  INVALID_CONFIGURATION: once(500),
  DATA_DIRECTORY_LOCKED: once(500),
  SCHEMA_TOO_NEW: once(500),
  CHAIN_HALTED: once(503),
  RELEASE_REFUSED: once(500),
} as const satisfies Record<string, ErrorKind>;

/** A stable error code of Portage. */
export type ErrorCode = keyof typeof errorKinds;
