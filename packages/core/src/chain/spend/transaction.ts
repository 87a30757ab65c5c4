import type { PaymentAuthorization } from './authorization.js';

/**
 * Signed bytes, what identifies them, and a payment that they make. Stored before they are sent.
 * Several with one id are one transaction: each names another of its payments.
 */
export interface SignedTransaction {
  readonly txId: string;
  readonly raw: Uint8Array;
  readonly sender: string;
  /**
   * The sender's own number of the payment. At most one transaction with a sequence is ever final:
   * by the chain's rules where it counts (EVM: nonce), and elsewhere because another one is signed
   * only when those before it can no longer land, or spends the same coins.
   */
  readonly sequence: bigint;
  /** Authorization in the bytes that a third party may execute; absent where there is none. */
  readonly authorization?: PaymentAuthorization | undefined;
}

/** A transaction as far as it is known where it is looked up. */
export type InspectedTransaction = Pick<SignedTransaction, 'txId' | 'sequence'> &
  Partial<Pick<SignedTransaction, 'raw'>>;

/**
 * Answer of an endpoint that was given a signed transaction. `unknown` covers every ambiguous
 * answer: the bytes may still land.
 */
export type BroadcastResult =
  | { readonly status: 'accepted' }
  | { readonly status: 'unknown'; readonly reason: string }
  | {
      readonly status: 'rejected';
      readonly reason: string;
      /** Nodes take the same payment at a higher fee: it is signed with one at once. */
      readonly isUnderpriced?: true;
    };

/**
 * Whether nodes refused a transaction for its fee alone: the same payment is taken at a higher one.
 *
 * @example
 * ```ts
 * isUnderpriced({ status: 'rejected', reason: 'fee too low', isUnderpriced: true }); // true
 * isUnderpriced({ status: 'unknown', reason: 'timed out' }); // false
 * ```
 */
export function isUnderpriced(result: BroadcastResult | undefined): boolean {
  return result?.status === 'rejected' && result.isUnderpriced === true;
}

/**
 * Fate of a transaction. `replaced`: another transaction with its sequence is final, or one that
 * spent a coin of it.
 * `blockHash` is left out where a chain does not say it.
 */
export type TransactionOutcome =
  | { readonly status: 'pending' | 'missing' | 'replaced' }
  | {
      readonly status: 'mined' | 'reverted';
      readonly height: number;
      readonly blockHash?: string | undefined;
      /**
       * The block is not final to who told it, and heights may be empty: it counts only where the
       * block is known by this hash.
       */
      readonly isTentative?: boolean | undefined;
      /**
       * Native currency that the chain took, in smallest units; below 0 where it gave back more, as
       * the rent of an account that was closed.
       */
      readonly gasCost: bigint;
      /**
       * Who paid the gas, where it was not the sender. A chain that takes its fee of the account
       * that pays takes that of a refund out of the depository.
       */
      readonly gasPayer?: 'depository' | undefined;
    };
