import { errorKinds, type ErrorCode, type ErrorKind } from './codes.js';

/**
 * Meaning of an error code: its HTTP status, whether the same call may succeed later, and its
 * standing message.
 */
export interface ErrorCodeEntry extends ErrorKind {
  readonly message: string;
}

/** Standing messages of all codes. */
const messages: Readonly<Record<ErrorCode, string>> = {
  // Request faults.
  INVALID_REQUEST: 'The request does not have the expected shape.',
  INVALID_JSON: 'The body is not valid JSON.',
  INVALID_ADDRESS: 'The address is not valid on its chain.',
  INVALID_RECIPIENT: 'The recipient cannot receive this payment.',
  INVALID_INPUT_CURRENCY: 'The origin currency is not known on the origin chain.',
  INVALID_OUTPUT_CURRENCY: 'The destination currency is not known on the destination chain.',
  INVALID_SLIPPAGE_TOLERANCE:
    'The slippage tolerance is not a whole number of basis points from 0 to 10000.',
  INVALID_EXTRA_TXS: 'The destination transactions are not valid.',
  INVALID_AUTHORIZATION: 'An authorization of the list cannot take effect.',
  INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS:
    'The gas limit for deposit-specified transactions is not valid.',
  INVALID_SIGNATURE: 'The signature does not belong to the expected signer.',
  USER_RECIPIENT_MISMATCH: 'The user and the recipient must be the same for this request.',
  AMOUNT_TOO_LOW: 'The amount does not cover the fees.',
  AMOUNT_TOO_HIGH: 'The amount is above the maximum of this route.',
  INSUFFICIENT_LIQUIDITY: 'The solver does not hold enough of the destination currency.',
  INSUFFICIENT_FUNDS: 'The user does not hold enough of the origin currency.',
  NO_QUOTES: 'No quote is available for this request.',
  NO_SWAP_ROUTES_FOUND: 'No swap route was found.',
  NO_INTERNAL_SWAP_ROUTES_FOUND: 'No internal swap route was found.',
  SWAP_IMPACT_TOO_HIGH: 'The price impact is too high.',
  EXTRA_TXS_NOT_SUPPORTED: 'Destination transactions are not supported here.',
  UNSUPPORTED_ROUTE: 'This route is not offered.',
  UNSUPPORTED_CHAIN: 'This chain is not offered.',
  UNSUPPORTED_CURRENCY: 'This currency is not offered.',
  UNSUPPORTED_EXECUTION_TYPE: 'This way of execution is not offered.',
  UNSUPPORTED_TRADE_TYPE: 'This trade type is not offered.',
  UNSUPPORTED_FEATURE: 'This service does not offer the requested feature.',
  CHAIN_DISABLED: 'The chain is disabled for now.',
  ROUTE_TEMPORARILY_RESTRICTED: 'The route is restricted for now.',
  SOLANA_TX_TOO_LARGE: 'The Solana transaction is larger than 1232 bytes.',
  SWAP_QUOTE_FAILED: 'The swap could not be quoted.',
  PERMIT_FAILED: 'The permit could not be used.',
  SPONSORED_TOPUPS_EXCEEDED:
    'The recipient got as many sponsored gas top-ups as it may within a day.',
  SPONSOR_BALANCE_TOO_LOW: 'The balance of the sponsor does not cover the fees.',
  FAST_FILL_BALANCE_TOO_LOW: 'The app’s balance does not cover the payout.',
  DELEGATION_REDEEM_FAILED: 'The call of the delegated account fails in simulation.',
  DESTINATION_TX_FAILED: 'The destination transaction fails in simulation.',
  // Access.
  UNAUTHORIZED: 'The API key is missing or not valid.',
  UNAUTHORIZED_QUOTE: 'The quote names an app, for which an API key is needed here.',
  FORBIDDEN: 'The API key does not carry the right for this.',
  RATE_LIMITED: 'Too many requests.',
  // Transport.
  NOT_FOUND: 'There is no such endpoint.',
  UNKNOWN_REQUEST: 'There is no request with this id.',
  UNKNOWN_TRANSACTION: 'The transaction was not found on its chain.',
  METHOD_NOT_ALLOWED: 'The endpoint does not take this method.',
  BODY_TOO_LARGE: 'The body is larger than 64 KiB.',
  UNSUPPORTED_MEDIA_TYPE: 'The body must be application/json.',
  WITHDRAWAL_IN_PROGRESS: 'A withdrawal of this balance is in progress.',
  FAST_FILL_NOT_POSSIBLE: 'The request cannot be paid ahead of its deposit.',
  CLAIM_EXPIRED: 'The time to sign the claim is over.',
  CLAIM_USED: 'The claim was signed before, and is over.',
  // Service.
  UNKNOWN_ERROR: 'The service failed unexpectedly.',
  RPC_HTTP_ERROR: 'A chain endpoint failed.',
  PRICE_FETCH_FAILED: 'A price is missing or too old.',
  SERVICE_UNAVAILABLE: 'The service is not available for now.',
  REQUEST_TIMED_OUT: 'The request took too long.',
  // Client side only; the status is unused there.
  HTTP_REQUEST_FAILED: 'The service could not be reached.',
  INVALID_RESPONSE: 'The service answered with something unexpected.',
  QUOTE_VERIFICATION_FAILED: 'The quote does not do what was asked for.',
  PRICE_UNBOUNDED: 'Nothing bounds the price.',
  PRICE_MOVED: 'The price is beyond a bound of the caller.',
  QUOTE_EXPIRED: 'The quote has expired.',
  ALREADY_PAID: 'The quote is paid or being paid.',
  NO_EXECUTOR: 'No executor can perform this step.',
  EXECUTION_ABORTED: 'The execution was aborted.',
  EXECUTION_TIMED_OUT: 'The request did not finish in time; it can be resumed.',
  SUBMISSION_UNKNOWN: 'Whether the wallet already sent this transaction is not known.',
  REQUEST_FAILED: 'The request ended in failure.',
  REQUEST_REFUNDED: 'The request was refunded.',
  WALLET_REJECTED: 'The wallet declined.',
  WALLET_ERROR: 'The wallet failed.',
  WRONG_CHAIN: 'The wallet is connected to another chain.',
  TRANSACTION_REVERTED: 'The transaction reverted.',
  TRANSACTION_CANCELLED: 'The transaction was cancelled or replaced by another one.',
  TRANSACTION_EXPIRED: 'The transaction expired before any block held it.',
  TRANSACTION_ALTERED: 'The wallet sent another transaction than the one that was verified.',
  NOTHING_TO_RECLAIM: 'Nothing is held.',
  RECLAIM_NOT_READY: 'It is too early.',
  // Operator side.
  INVALID_CONFIGURATION: 'The configuration is not valid.',
  DATA_DIRECTORY_LOCKED: 'Another process uses the data directory.',
  SCHEMA_TOO_NEW: 'The database was migrated by a newer version.',
  CHAIN_HALTED: 'The chain is halted until an operator looks at it.',
  RELEASE_REFUSED: 'The allocator does not authorize this payment.',
};

function entryOf(code: ErrorCode): ErrorCodeEntry {
  return { ...errorKinds[code], message: messages[code] };
}

/**
 * Every error code with its meaning and its standing message. Apps that do not import it do not
 * load it.
 *
 * @see docs/spec/errors.md#codes
 */
export const errorCodes: Readonly<Record<ErrorCode, ErrorCodeEntry>> = /* @__PURE__ */ (() => {
  const entries = (Object.keys(errorKinds) as ErrorCode[]).map((code) => [code, entryOf(code)]);
  // The keys are all codes, and nothing else.
  return Object.fromEntries(entries) as Record<ErrorCode, ErrorCodeEntry>;
})();
