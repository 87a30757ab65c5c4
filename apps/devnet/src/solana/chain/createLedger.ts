import { base58 } from '@scure/base';
import type { Message, Transaction } from '../wire/decodeTransaction.js';
import { accountAt, programAccountsAt } from './accountsAt.js';
import { advance, openNext } from './advance.js';
import { isUsable, latestBlockhash, type UsableBlockhash } from './blockhashes.js';
import type { AccountState, Bank, Outcome } from './createBank.js';
import { executeTransaction, refuse } from './executeTransaction.js';
import { fork, forkDepthMax, type Kept } from './fork.js';
import {
  tipOf,
  type Block,
  type Commitment,
  type LedgerEvent,
  type LedgerSettings,
  type LedgerState,
  type TransactionRecord,
} from './ledgerState.js';

/** Chain with its blocks, their transactions and their effects. */
export interface Ledger {
  readonly bank: Bank;
  readonly settings: LedgerSettings;
  /** Hash of the first block, which identifies the chain. */
  readonly genesisHash: string;
  /** Newest block of a commitment. */
  tip(commitment: Commitment): Block;
  /** Kept blocks, oldest first; the last one is open. */
  readonly blocks: readonly Block[];
  block(slot: number): Block | undefined;
  latestBlockhash(commitment: Commitment): UsableBlockhash;
  isUsable(message: Pick<Message, 'blockhash'> & Partial<Message>, commitment: Commitment): boolean;
  account(address: string, commitment: Commitment): AccountState | undefined;
  programAccounts(
    program: string,
    commitment: Commitment,
  ): readonly (readonly [address: string, state: AccountState])[];
  record(signature: string): TransactionRecord | undefined;
  /** Number of kept transactions. */
  readonly transactionCount: number;
  /** Signatures of the transactions that name an account, oldest first. */
  signatures(address: string): readonly string[];
  /** Runs a transaction in the open block. */
  execute(transaction: Transaction): Outcome;
  /** Reason not to run a transaction: it has run already, or its blockhash is not usable. */
  refuse(transaction: Transaction): Outcome | undefined;
  /** Closes the open block and opens the next, after the given number of skipped slots. */
  advance(skippedSlots?: number): void;
  readonly forkDepthMax: number;
  /** Takes back the newest blocks; returns the signatures that are no longer in the chain. */
  fork(depth: number, kept: Kept): readonly string[];
  /** @returns ends it */
  listen(listener: (event: LedgerEvent) => void): () => void;
}

/** First slot after genesis, far from the first height, so that nobody confuses the two. */
const firstSlot = 1000;

/**
 * Starts a chain on a bank that holds the accounts of its genesis. The seed, 32 bytes, makes its
 * hashes unique.
 */
export function createLedger(bank: Bank, settings: LedgerSettings, seed: Uint8Array): Ledger {
  const genesisHash = base58.encode(seed);
  const unixTime = Math.floor(settings.now() / 1000);
  const genesis: Block = {
    slot: 0,
    parentSlot: 0,
    height: 0,
    unixTime,
    previousBlockhash: base58.encode(new Uint8Array(32)),
    blockhash: genesisHash,
    records: [],
    before: new Map(),
  };
  const state: LedgerState = {
    bank,
    settings,
    blocks: [genesis],
    blockhashes: new Map([[genesisHash, genesis]]),
    records: new Map(),
    signatures: new Map(),
    listeners: new Set(),
    announced: { confirmed: 0, finalized: 0 },
  };
  openNext(state, genesis, firstSlot);
  return {
    bank,
    settings,
    genesisHash,
    blocks: state.blocks,
    tip: (commitment) => tipOf(state, commitment),
    block: (slot) => findBlock(state.blocks, slot),
    latestBlockhash: (commitment) => latestBlockhash(state, commitment),
    isUsable: (message, commitment) => isUsable(state, message, commitment),
    account: (address, commitment) => accountAt(state, address, commitment),
    programAccounts: (program, commitment) => programAccountsAt(state, program, commitment),
    record: (signature) => state.records.get(signature),
    get transactionCount() {
      return state.records.size;
    },
    signatures: (address) => state.signatures.get(address) ?? [],
    execute: (transaction) => executeTransaction(state, transaction),
    refuse: (transaction) => refuse(state, transaction),
    advance: (skippedSlots) => advance(state, skippedSlots),
    get forkDepthMax() {
      return forkDepthMax(state);
    },
    fork: (depth, kept) => fork(state, depth, kept),
    listen: (listener) => {
      state.listeners.add(listener);
      return () => void state.listeners.delete(listener);
    },
  };
}

/** Slots grow with the blocks, so a binary search finds one. */
function findBlock(blocks: readonly Block[], slot: number): Block | undefined {
  let low = 0;
  let high = blocks.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const block = blocks[middle];
    if (block === undefined || block.slot === slot) return block;
    if (block.slot < slot) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
