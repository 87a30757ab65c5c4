import type { ErrorCode } from './codes.js';

/** A wallet that waited for a transaction. */
interface TransactionContext {
  readonly txId: string;
  /** Whether the transaction reached the network. */
  readonly sent: boolean;
}

/**
 * Members of an error's context, for each code whose errors carry one. Amounts are decimal
 * strings of smallest units, because a context travels as JSON.
 */
interface ContextMembers {
  readonly INVALID_REQUEST: { readonly quote: string; readonly progress: string };
  readonly INVALID_RECIPIENT: { readonly recipient: string };
  readonly AMOUNT_TOO_LOW: {
    readonly amount: string;
    /** Smallest amount that is taken. */
    readonly minimumAmount: string;
    /** Sum of the fees, in `currency`. */
    readonly fee: string;
    readonly currency: string;
  };
  readonly INSUFFICIENT_LIQUIDITY: {
    /** Most that one request may move, in USD. */
    readonly capacityPerRequestUsd: string;
    /** Amount that the solver holds. */
    readonly available: string;
    readonly needed: string;
  };
  readonly INSUFFICIENT_FUNDS: {
    readonly chainId: number;
    readonly currency: string;
    /** Amount that the payer holds. */
    readonly held: string;
    readonly needed: string;
    readonly to: string;
  };
  readonly NO_SWAP_ROUTES_FOUND: {
    readonly chainId: number;
    readonly from: string;
    readonly to: string;
  };
  readonly SWAP_IMPACT_TOO_HIGH: {
    readonly impactPercent: string;
    readonly impactUsd: string;
    readonly maxPercent: string;
  };
  readonly SOLANA_TX_TOO_LARGE: {
    readonly bytes: number;
    /** Bytes above the limit. */
    readonly excess: number;
    readonly bytesMax: number;
  };
  readonly SPONSOR_BALANCE_TOO_LOW: { readonly neededUsd: string };
  readonly DELEGATION_REDEEM_FAILED: {
    readonly requestId: string;
    readonly topLevel: unknown;
    readonly innermost: unknown;
    /** Calls from the outermost to the one that reverted. */
    readonly path: unknown;
    readonly revert: unknown;
  };
  readonly WITHDRAWAL_IN_PROGRESS: { readonly existingJobId: string };
  readonly RATE_LIMITED: { readonly retryAfterSeconds: number };
  readonly UNKNOWN_REQUEST: {
    readonly requestId: string;
    /** Archive of the operator in which a request is that ended long ago. */
    readonly archiveId: string;
  };
  readonly UNKNOWN_TRANSACTION: { readonly txId: string };
  readonly RPC_HTTP_ERROR: {
    /** HTTP status of the endpoint's answer. */
    readonly status: number;
    readonly retryAfterSeconds: number;
    readonly txId: string;
  };
  readonly PRICE_FETCH_FAILED: { readonly ageMs: number; readonly maxAgeMs: number };
  readonly SERVICE_UNAVAILABLE: { readonly waitingMax: number; readonly retryAfterSeconds: number };
  readonly REQUEST_TIMED_OUT: { readonly endpoint: string; readonly timeoutMs: number };
  readonly HTTP_REQUEST_FAILED: { readonly baseUrl: string };
  readonly INVALID_RESPONSE: {
    readonly endpoint: string;
    /** HTTP status of the answer. */
    readonly status: number;
    /** First 200 characters of the answer, or of an event. */
    readonly body: string;
    readonly data: string;
    /** Member that does not have the expected shape. */
    readonly mismatch: string;
  };
  readonly QUOTE_VERIFICATION_FAILED: {
    /** Name of the check that failed. */
    readonly check: string;
    readonly expected: unknown;
    readonly actual: unknown;
  };
  readonly QUOTE_EXPIRED: { readonly requestId: string };
  readonly ALREADY_PAID: { readonly requestId: string };
  readonly NO_EXECUTOR: { readonly step: string };
  readonly EXECUTION_ABORTED: { readonly requestId: string; readonly progress: unknown };
  readonly EXECUTION_TIMED_OUT: {
    readonly requestId: string;
    readonly timeoutMs: number;
    /** Last status that was seen. */
    readonly status: string;
    readonly progress: unknown;
  };
  readonly SUBMISSION_UNKNOWN: { readonly step: string; readonly requestId: string };
  readonly WALLET_ERROR: { readonly step: string };
  readonly WRONG_CHAIN: { readonly chainId: number };
  readonly TRANSACTION_REVERTED: TransactionContext & {
    readonly hash: string;
    readonly reason: string;
  };
  readonly TRANSACTION_CANCELLED: Pick<TransactionContext, 'txId'> & {
    /** Transaction that took its place. */
    readonly by: string;
  };
  readonly TRANSACTION_EXPIRED: Pick<TransactionContext, 'txId'>;
  readonly TRANSACTION_ALTERED: TransactionContext & {
    /** Members that differ, each as it was verified and as it was sent. */
    readonly differences: readonly {
      readonly member: string;
      readonly verified: string;
      readonly sent: string;
    }[];
  };
  readonly NOTHING_TO_RECLAIM: {
    readonly orderId: string;
    readonly currency: string;
    /** Transaction that paid it out or took it back, or that the deposit was looked for in. */
    readonly txId: string;
  };
  readonly RECLAIM_NOT_READY: {
    readonly orderId: string;
    /** Amount that was asked back. */
    readonly amount: string;
    /** Unix seconds by the chain's clock. */
    readonly readyAt: number;
  };
  readonly INVALID_CONFIGURATION: { readonly migration: string };
  readonly DATA_DIRECTORY_LOCKED: { readonly directory: string; readonly pid: number };
  readonly SCHEMA_TOO_NEW: { readonly migration: string };
  readonly CHAIN_HALTED: { readonly height: number; readonly slot: number };
}

/**
 * Context of an error with this code. Every member is optional: an error may have been made for one
 * of several reasons, or by a service of another version. Codes without members of their own, and
 * errors whose code is not known, have a plain record.
 */
export type ErrorContext<Code extends ErrorCode = ErrorCode> = [Code] extends [keyof ContextMembers]
  ? { readonly [Name in keyof ContextMembers[Code]]?: ContextMembers[Code][Name] | undefined }
  : Readonly<Record<string, unknown>>;
