import type { ExchangeAccount, ExchangeApiKey, ExchangeTransaction } from './answers.js';

/** Key of an account. */
export interface KeyReference {
  readonly accountIndex: number;
  readonly apiKeyIndex: number;
}

/** Two accounts between which something is moved. */
export interface TransferParties {
  readonly fromAccountIndex: number;
  readonly toAccountIndex: number;
}

/** Signed transaction for the exchange. */
export interface TransactionText {
  readonly type: number;
  /** Text of the signed transaction, from `writeTransfer` or `writeChangePubKey`. */
  readonly info: string;
}

/** End of sending: the exchange has it, refuses it, or said nothing. */
export type SendOutcome =
  | { readonly type: 'accepted'; readonly hash: string }
  | { readonly type: 'refused'; readonly code: number; readonly message: string }
  | { readonly type: 'unanswered'; readonly cause: unknown };

/** Page of an account's transactions, newest first. */
export interface HistoryQuery {
  readonly accountIndex: number;
  /** Transactions of a page, 1 to 100. */
  readonly limit: number;
  /**
   * Newer transactions to leave out. It counts from the newest one: those that come meanwhile move
   * all others.
   */
  readonly offset?: number | undefined;
}

/** Calls to one exchange. An answer that does not come, or is refused, throws `RPC_HTTP_ERROR`. */
export interface ExchangeApi {
  /** Account by its index; undefined where there is none. */
  account(index: number, signal?: AbortSignal): Promise<ExchangeAccount | undefined>;
  /** Indexes of all accounts of an owner, sub-accounts included. */
  accountsOf(owner: string, signal?: AbortSignal): Promise<readonly number[]>;
  /** Key of an account; undefined where none is registered. */
  apiKey(key: KeyReference, signal?: AbortSignal): Promise<ExchangeApiKey | undefined>;
  /** Nonce that the next transaction of a key must have. */
  nextNonce(key: KeyReference, signal?: AbortSignal): Promise<number>;
  /** Smallest units of USDC that a transfer between two accounts costs, exactly. */
  transferFee(parties: TransferParties, signal?: AbortSignal): Promise<bigint>;
  /** Sends a transaction; the same text sent twice is one transaction. Throws nothing. */
  send(transaction: TransactionText, signal?: AbortSignal): Promise<SendOutcome>;
  /** Transaction by its hash; undefined where the exchange knows none. */
  transaction(hash: string, signal?: AbortSignal): Promise<ExchangeTransaction | undefined>;
  /** A page of the transactions of an account, sent and received. */
  history(query: HistoryQuery, signal?: AbortSignal): Promise<readonly ExchangeTransaction[]>;
}
