/**
 * Meaning of an error code: its HTTP status, whether the same call may succeed later, and its
 * standing message.
 */
export interface ErrorCodeEntry {
  readonly status: number;
  readonly retryable: boolean;
  readonly message: string;
}

/**
 * Every error code of Portage. The table is append-only: a code, once published, keeps its meaning.
 * The same string is thrown by the SDK, sent as `errorCode` by the service and counted in usage.
 *
 * @see docs/spec/errors.md#codes
 */
export const errorCodes = {
  // Request faults.
  INVALID_REQUEST: {
    status: 400,
    retryable: false,
    message: 'The request does not have the expected shape.',
  },
  INVALID_JSON: { status: 400, retryable: false, message: 'The body is not valid JSON.' },
  INVALID_ADDRESS: {
    status: 400,
    retryable: false,
    message: 'The address is not valid on its chain.',
  },
  INVALID_RECIPIENT: {
    status: 400,
    retryable: false,
    message: 'The recipient cannot receive this payment.',
  },
  INVALID_INPUT_CURRENCY: {
    status: 400,
    retryable: false,
    message: 'The origin currency is not known on the origin chain.',
  },
  INVALID_OUTPUT_CURRENCY: {
    status: 400,
    retryable: false,
    message: 'The destination currency is not known on the destination chain.',
  },
  INVALID_SLIPPAGE_TOLERANCE: {
    status: 400,
    retryable: false,
    message: 'The slippage tolerance is not a whole number of basis points from 0 to 10000.',
  },
  INVALID_EXTRA_TXS: {
    status: 400,
    retryable: false,
    message: 'The destination transactions are not valid.',
  },
  INVALID_AUTHORIZATION: {
    status: 400,
    retryable: false,
    message: 'An authorization of the list cannot take effect.',
  },
  INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS: {
    status: 400,
    retryable: false,
    message: 'The gas limit for deposit-specified transactions is not valid.',
  },
  INVALID_SIGNATURE: {
    status: 400,
    retryable: false,
    message: 'The signature does not belong to the expected signer.',
  },
  USER_RECIPIENT_MISMATCH: {
    status: 400,
    retryable: false,
    message: 'The user and the recipient must be the same for this request.',
  },
  AMOUNT_TOO_LOW: { status: 400, retryable: false, message: 'The amount does not cover the fees.' },
  AMOUNT_TOO_HIGH: {
    status: 400,
    retryable: false,
    message: 'The amount is above the maximum of this route.',
  },
  INSUFFICIENT_LIQUIDITY: {
    status: 400,
    retryable: true,
    message: 'The solver does not hold enough of the destination currency.',
  },
  INSUFFICIENT_FUNDS: {
    status: 400,
    retryable: false,
    message: 'The user does not hold enough of the origin currency.',
  },
  NO_QUOTES: { status: 400, retryable: true, message: 'No quote is available for this request.' },
  NO_SWAP_ROUTES_FOUND: { status: 400, retryable: true, message: 'No swap route was found.' },
  NO_INTERNAL_SWAP_ROUTES_FOUND: {
    status: 400,
    retryable: true,
    message: 'No internal swap route was found.',
  },
  SWAP_IMPACT_TOO_HIGH: { status: 400, retryable: true, message: 'The price impact is too high.' },
  EXTRA_TXS_NOT_SUPPORTED: {
    status: 400,
    retryable: false,
    message: 'Destination transactions are not supported here.',
  },
  UNSUPPORTED_ROUTE: { status: 400, retryable: false, message: 'This route is not offered.' },
  UNSUPPORTED_CHAIN: { status: 400, retryable: false, message: 'This chain is not offered.' },
  UNSUPPORTED_CURRENCY: { status: 400, retryable: false, message: 'This currency is not offered.' },
  UNSUPPORTED_EXECUTION_TYPE: {
    status: 400,
    retryable: false,
    message: 'This way of execution is not offered.',
  },
  UNSUPPORTED_TRADE_TYPE: {
    status: 400,
    retryable: false,
    message: 'This trade type is not offered.',
  },
  UNSUPPORTED_FEATURE: {
    status: 400,
    retryable: false,
    message: 'This service does not offer the requested feature.',
  },
  CHAIN_DISABLED: { status: 400, retryable: true, message: 'The chain is disabled for now.' },
  ROUTE_TEMPORARILY_RESTRICTED: {
    status: 400,
    retryable: true,
    message: 'The route is restricted for now.',
  },
  SOLANA_TX_TOO_LARGE: {
    status: 400,
    retryable: false,
    message: 'The Solana transaction is larger than 1232 bytes.',
  },
  SWAP_QUOTE_FAILED: { status: 400, retryable: true, message: 'The swap could not be quoted.' },
  PERMIT_FAILED: { status: 400, retryable: false, message: 'The permit could not be used.' },
  SPONSORED_TOPUPS_EXCEEDED: {
    status: 400,
    retryable: true,
    message: 'The recipient got as many sponsored gas top-ups as it may within a day.',
  },
  SPONSOR_BALANCE_TOO_LOW: {
    status: 400,
    retryable: true,
    message: 'The balance of the sponsor does not cover the fees.',
  },
  DELEGATION_REDEEM_FAILED: {
    status: 400,
    retryable: false,
    message: 'The call of the delegated account fails in simulation.',
  },
  DESTINATION_TX_FAILED: {
    status: 400,
    retryable: false,
    message: 'The destination transaction fails in simulation.',
  },
  // Access.
  UNAUTHORIZED: { status: 401, retryable: false, message: 'The API key is missing or not valid.' },
  FORBIDDEN: {
    status: 403,
    retryable: false,
    message: 'The API key does not carry the right for this.',
  },
  RATE_LIMITED: { status: 429, retryable: true, message: 'Too many requests.' },
  // Transport.
  NOT_FOUND: { status: 404, retryable: false, message: 'There is no such endpoint.' },
  UNKNOWN_REQUEST: { status: 404, retryable: false, message: 'There is no request with this id.' },
  UNKNOWN_TRANSACTION: {
    status: 404,
    retryable: true,
    message: 'The transaction was not found on its chain.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retryable: false,
    message: 'The endpoint does not take this method.',
  },
  BODY_TOO_LARGE: { status: 413, retryable: false, message: 'The body is larger than 64 KiB.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    retryable: false,
    message: 'The body must be application/json.',
  },
  WITHDRAWAL_IN_PROGRESS: {
    status: 409,
    retryable: true,
    message: 'A withdrawal of this balance is in progress.',
  },
  // Service.
  UNKNOWN_ERROR: { status: 500, retryable: true, message: 'The service failed unexpectedly.' },
  RPC_HTTP_ERROR: { status: 502, retryable: true, message: 'A chain endpoint failed.' },
  PRICE_FETCH_FAILED: { status: 503, retryable: true, message: 'A price is missing or too old.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'The service is not available for now.',
  },
  REQUEST_TIMED_OUT: { status: 504, retryable: true, message: 'The request took too long.' },
  // Client side only; the status is unused there.
  HTTP_REQUEST_FAILED: {
    status: 502,
    retryable: true,
    message: 'The service could not be reached.',
  },
  INVALID_RESPONSE: {
    status: 502,
    retryable: false,
    message: 'The service answered with something unexpected.',
  },
  QUOTE_VERIFICATION_FAILED: {
    status: 400,
    retryable: false,
    message: 'The quote does not do what was asked for.',
  },
  PRICE_UNBOUNDED: { status: 400, retryable: false, message: 'Nothing bounds the price.' },
  QUOTE_EXPIRED: { status: 400, retryable: false, message: 'The quote has expired.' },
  ALREADY_PAID: { status: 409, retryable: false, message: 'The quote is paid or being paid.' },
  NO_EXECUTOR: { status: 400, retryable: false, message: 'No executor can perform this step.' },
  EXECUTION_ABORTED: { status: 400, retryable: true, message: 'The execution was aborted.' },
  EXECUTION_TIMED_OUT: {
    status: 504,
    retryable: true,
    message: 'The request did not finish in time; it can be resumed.',
  },
  SUBMISSION_UNKNOWN: {
    status: 409,
    retryable: false,
    message: 'Whether the wallet already sent this transaction is not known.',
  },
  REQUEST_FAILED: { status: 400, retryable: false, message: 'The request ended in failure.' },
  REQUEST_REFUNDED: { status: 400, retryable: false, message: 'The request was refunded.' },
  WALLET_REJECTED: { status: 400, retryable: false, message: 'The wallet declined.' },
  WALLET_ERROR: { status: 400, retryable: true, message: 'The wallet failed.' },
  WRONG_CHAIN: {
    status: 400,
    retryable: false,
    message: 'The wallet is connected to another chain.',
  },
  TRANSACTION_REVERTED: { status: 400, retryable: false, message: 'The transaction reverted.' },
  TRANSACTION_CANCELLED: {
    status: 400,
    retryable: false,
    message: 'The transaction was cancelled or replaced by another one.',
  },
  TRANSACTION_EXPIRED: {
    status: 400,
    retryable: true,
    message: 'The transaction expired before any block held it.',
  },
  NOTHING_TO_RECLAIM: {
    status: 400,
    retryable: false,
    message: 'Nothing is held.',
  },
  RECLAIM_NOT_READY: {
    status: 400,
    retryable: true,
    message: 'It is too early.',
  },
  // Operator side.
  INVALID_CONFIGURATION: {
    status: 500,
    retryable: false,
    message: 'The configuration is not valid.',
  },
  DATA_DIRECTORY_LOCKED: {
    status: 500,
    retryable: false,
    message: 'Another process uses the data directory.',
  },
  SCHEMA_TOO_NEW: {
    status: 500,
    retryable: false,
    message: 'The database was migrated by a newer version.',
  },
  CHAIN_HALTED: {
    status: 503,
    retryable: false,
    message: 'The chain is halted until an operator looks at it.',
  },
  QUORUM_NOT_MET: { status: 503, retryable: true, message: 'Too few chain endpoints agree.' },
} as const satisfies Record<string, ErrorCodeEntry>;

/** A stable error code of Portage. */
export type ErrorCode = keyof typeof errorCodes;
