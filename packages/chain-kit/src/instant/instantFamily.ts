import type {
  ChainEvent,
  Codec,
  Cursor,
  DepositStepsInput,
  PaymentIntent,
  SignedTransaction,
} from '@portage/core/chain';
import type { RpcFailure, RpcRequest } from '../endpoint/ask.js';
import type { SendFailure } from '../endpoint/sendEverywhere.js';
import type { FinalityTier } from '../follow/createFinality.js';

/** A call of a node, and the schema of its result: `parse` throws for what makes no sense. */
export interface NodeQuestion<Answer> extends RpcRequest {
  readonly answer: { parse(result: unknown): Answer };
}

/** State of a node: its chain, the fee of a transaction now, and the newest block. */
export interface NodeStatus {
  readonly chainId: number;
  /** Smallest units of the native currency. */
  readonly fee: bigint;
  readonly tip: Cursor;
}

/** A block with what happened in it. */
export interface NodeBlock extends Cursor {
  /** Hash of the block before. */
  readonly parent: string;
  readonly events: readonly ChainEvent[];
}

/** An account: its next sequence, and its money by currency; what is not listed is nothing. */
export interface NodeAccount {
  readonly sequence: bigint;
  readonly balances: Readonly<Record<string, bigint>>;
}

/** A transaction as a node knows it; null where it does not. */
export type NodeTransaction =
  | { readonly state: 'pending' }
  | {
      readonly state: 'mined' | 'reverted';
      readonly height: number;
      readonly blockHash: string;
      /** Fee that the sender paid, smallest units of the native currency. */
      readonly fee: bigint;
      readonly events: readonly ChainEvent[];
    }
  | null;

/** Questions that the nodes of a family answer. */
export interface InstantNode {
  status(): NodeQuestion<NodeStatus>;
  /** Blocks from a height on, as many as a node tells at once. */
  blocks(from: number): NodeQuestion<readonly NodeBlock[]>;
  account(address: string): NodeQuestion<NodeAccount>;
  transaction(txId: string): NodeQuestion<NodeTransaction>;
  /** Takes signed bytes; the same ones twice are one transaction. */
  send(raw: Uint8Array): RpcRequest;
}

/** Content of a transaction of the solver. */
export interface TransactionDraft {
  readonly chainId: number;
  readonly sequence: bigint;
  /** Smallest units of the native currency. */
  readonly fee: bigint;
  /** Payment that it makes; undefined where it only uses up its sequence. */
  readonly intent: PaymentIntent | undefined;
}

/** Account that pays. */
export interface InstantSigner {
  readonly address: string;
  /** Signs a draft; the same draft always gives the same bytes. */
  sign(draft: TransactionDraft): Promise<Pick<SignedTransaction, 'txId' | 'raw'>>;
}

/** All that one family of such chains does otherwise than another. */
export interface InstantFamily {
  readonly codec: Codec;
  /** Account or contract whose money is deposits. */
  readonly depository: string;
  readonly node: InstantNode;
  /**
   * Opens the solver's key: the secret `solver` of the family's keys.
   *
   * @throws PortageError `INVALID_CONFIGURATION` that does not show the key
   */
  openSigner(key: string): InstantSigner;
  /** Fee of bytes that the signer signed. */
  feeOf(raw: Uint8Array): bigint;
  /** Data of the one item that makes a deposit, which the family's executor reads. */
  depositItem(deposit: DepositStepsInput, chainId: number): Readonly<Record<string, unknown>>;
  /**
   * Percent by which a transaction must outbid another with its sequence. Default 10.
   */
  readonly outbidPercent?: bigint | undefined;
  /**
   * Whether a refusal of signed bytes is for good. Default: it is not, and the transaction is
   * looked for until another one has its sequence.
   */
  readonly classify?: ((failure: RpcFailure) => SendFailure) | undefined;
  /** Default: one confirmation for every value, as no block is taken back. */
  readonly finality?: readonly FinalityTier[] | undefined;
  /** Milliseconds between polls unless an operator says otherwise. Default 1000. */
  readonly pollMs?: number | undefined;
}
