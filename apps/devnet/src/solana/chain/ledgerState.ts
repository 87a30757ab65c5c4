import type { Transaction } from '../wire/decodeTransaction.js';
import type { AccountState, Bank, Outcome } from './createBank.js';
import type { ResolvedKeys } from './resolveKeys.js';
import type { TokenBalance } from './tokenBalances.js';

/** Commitment of a block: executed at the tip, some blocks deep, or beyond the reach of a fork. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** Transaction in the chain. */
export interface TransactionRecord {
  readonly transaction: Transaction;
  readonly keys: ResolvedKeys;
  readonly slot: number;
  readonly unixTime: number;
  readonly outcome: Outcome;
  readonly feeLamports: bigint;
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  readonly preTokenBalances: readonly TokenBalance[];
  readonly postTokenBalances: readonly TokenBalance[];
  readonly memo: string | undefined;
}

/** Block of the chain. The newest one is open: it takes transactions and has no hash yet. */
export interface Block {
  readonly slot: number;
  readonly parentSlot: number;
  readonly height: number;
  readonly unixTime: number;
  readonly previousBlockhash: string;
  blockhash: string | undefined;
  readonly records: TransactionRecord[];
  /** States of changed accounts before the block; emptied once no fork can take the block back. */
  readonly before: Map<string, AccountState | undefined>;
}

/** Event of the chain, for subscribers. */
export type LedgerEvent =
  | { readonly kind: 'slot'; readonly slot: number; readonly parent: number; readonly root: number }
  | {
      readonly kind: 'transaction';
      readonly commitment: Commitment;
      readonly record: TransactionRecord;
    }
  | {
      readonly kind: 'accounts';
      readonly commitment: Commitment;
      readonly slot: number;
      readonly addresses: readonly string[];
    }
  | { readonly kind: 'root'; readonly slot: number };

/** Settings of a chain. */
export interface LedgerSettings {
  /** Number of following blocks that confirm a block; at least 1. */
  readonly confirmedAfter: number;
  /** Number of following blocks that finalize a block; at least as many. */
  readonly finalizedAfter: number;
  /** Number of blocks for which a blockhash may be used. */
  readonly blockhashWindow: number;
  /** Number of kept blocks with their transactions. */
  readonly blocksMax: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Chain in memory. Only the functions of this folder change it. */
export interface LedgerState {
  readonly bank: Bank;
  readonly settings: LedgerSettings;
  /** Chain from its oldest kept block to the open one. */
  readonly blocks: Block[];
  /** Blocks by their hash, while it may be used. */
  readonly blockhashes: Map<string, Block>;
  readonly records: Map<string, TransactionRecord>;
  /** Signatures by account, oldest first. */
  readonly signatures: Map<string, string[]>;
  readonly listeners: Set<(event: LedgerEvent) => void>;
  /** Height up to which blocks have reached a commitment and were announced. */
  readonly announced: { confirmed: number; finalized: number };
}

/**
 * Newest block of a commitment. A block keeps its commitment after a fork, unless the fork took it
 * back.
 */
export function tipOf({ blocks, announced, settings }: LedgerState, commitment: Commitment): Block {
  const first = blocks[0]?.height ?? 0;
  const last = first + blocks.length - 1;
  const height =
    commitment === 'processed'
      ? last
      : Math.max(first, announced[commitment], last - depthOf(settings, commitment));
  const block = blocks[height - first];
  if (block === undefined) throw new Error('A chain has at least one block.');
  return block;
}

/** Block that takes transactions. */
export function openBlock(state: LedgerState): Block {
  return tipOf(state, 'processed');
}

/** Sends an event to every listener. */
export function emit(state: LedgerState, event: LedgerEvent): void {
  for (const listener of state.listeners) listener(event);
}

function depthOf(
  { confirmedAfter, finalizedAfter }: LedgerSettings,
  commitment: 'confirmed' | 'finalized',
): number {
  return commitment === 'confirmed' ? confirmedAfter : finalizedAfter;
}
