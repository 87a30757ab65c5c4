import type { Chain, Codec, Effect, Executor, Step, StepItem } from '@portage/core';

/** A text and the one canonical way to write it. */
export interface Spelling {
  readonly text: string;
  readonly canonical: string;
}

/**
 * One chain of a VM, real or simulated, for {@link testVm}. The suite pays from `payer` and from
 * the chain's own sender; both need some thousand units of every currency in `currencies`, and what
 * fees cost.
 */
export interface VmFixture {
  readonly codec: Codec;
  /** Valid addresses in spellings that people use, with their canonical form. */
  readonly addresses: readonly Spelling[];
  /** Texts that look like addresses and are none: wrong length, wrong checksum, another VM's. */
  readonly invalidAddresses: readonly string[];
  readonly transactionIds: readonly Spelling[];
  readonly invalidTransactionIds: readonly string[];
  /** A well-formed id that no transaction has. */
  readonly unknownTransactionId: string;
  /**
   * Opens the chain. Called again, it opens the same chain with nothing in memory, as a restarted
   * service does.
   */
  readonly open: (signal: AbortSignal) => Promise<Chain>;
  /**
   * Opens it with a configuration that names another chain than the endpoints serve; it must
   * reject.
   */
  readonly openMisconfigured?: (signal: AbortSignal) => Promise<Chain>;
  /** The payer's wallet. It agrees to everything. */
  readonly executor: Executor;
  /** Canonical currencies to try, native first. */
  readonly currencies: readonly string[];
  /**
   * An amount of each currency that is large enough to be paid and small enough to be paid twenty
   * times.
   */
  readonly amount: (currency: string) => bigint;
  /** An account that was never used before; another one at each call. */
  readonly freshAccount: () => string;
  /** Recipients that would swallow a payment: the depository, a token. */
  readonly refusedRecipients: readonly string[];
  /**
   * Returns when the chain has grown by so many blocks at least. What was sent before is in them.
   */
  readonly mine: (blocks: number) => Promise<void>;
  /** Blocks until what was mined is final. */
  readonly blocksToFinality: number;
  /**
   * Replaces at least so many of the newest blocks by empty ones and forgets their transactions.
   * Absent where a chain cannot fork.
   */
  readonly reorg?: (depth: number) => Promise<void>;
  /** Nothing costs anything, as on a ledger of accounts: estimates are zero instead of above it. */
  readonly isFree?: boolean;
  /** Heights may be left out, as slots without a block are. */
  readonly hasGaps?: boolean;
  /**
   * Returns when nothing that was signed before can land any more. Absent where what is signed
   * stays good until its sequence is used up.
   */
  readonly expire?: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A fixture with its chain open. */
export interface OpenFixture {
  readonly fixture: VmFixture;
  readonly chain: Chain;
}

/** An item that an executor must perform, with what its bytes do. */
export interface ExecutorItem {
  /** Names the test. */
  readonly name: string;
  readonly step: Step;
  readonly item: StepItem;
  /** Exactly what `effects()` must say. */
  readonly effects: readonly Effect[];
}

/** An executor with a wallet that the suite controls, for {@link testExecutor}. */
export interface ExecutorFixture {
  readonly executor: Executor;
  /** Items that it performs. The wallet can pay for each of them once. */
  readonly items: readonly ExecutorItem[];
  /** Items that it must leave alone: other VMs', and its own with a member missing. */
  readonly foreign: readonly {
    readonly name: string;
    readonly step: Step;
    readonly item: StepItem;
  }[];
  /** An item whose transaction fails on the chain after it was sent. */
  readonly reverting?: ExecutorItem;
  /** A well-formed transaction id that no transaction has. */
  readonly unknownTransactionId: string;
  /** How often the wallet was asked for a signature or a transaction so far. */
  readonly requests: () => number;
  /** Makes the person decline the next request. */
  readonly declineNext: () => void;
  /** Returns when what was sent before is part of the chain. */
  readonly mine: () => Promise<void>;
  readonly close: () => Promise<void>;
}
