import type { Step, StepItem } from '@portage/core';
import type { Chain, Codec } from '@portage/core/chain';
import type { Effect, Executor } from '@portage/core/executor';

/** A text and its canonical form. */
export interface Spelling {
  readonly text: string;
  readonly canonical: string;
}

/**
 * A chain of a VM, real or simulated, for {@link testVm}. The suite pays from `payer` and from the
 * chain's own sender. Both need some thousand units of every currency in `currencies`, and money
 * for fees.
 */
export interface VmFixture {
  readonly codec: Codec;
  /** Valid addresses in spellings that people use, with their canonical form. */
  readonly addresses: readonly Spelling[];
  /** Texts that are no addresses of the VM: wrong length, wrong checksum, of another VM. */
  readonly invalidAddresses: readonly string[];
  readonly transactionIds: readonly Spelling[];
  readonly invalidTransactionIds: readonly string[];
  /** A well-formed id that no transaction has. */
  readonly unknownTransactionId: string;
  /**
   * Opens the chain. The next call opens the same chain with nothing in memory, as a restarted
   * service does.
   */
  readonly open: (signal: AbortSignal) => Promise<Chain>;
  /**
   * Opens the chain with a configuration for another chain than the endpoints serve. The chain must
   * refuse to open.
   */
  readonly openMisconfigured?: (signal: AbortSignal) => Promise<Chain>;
  /** Wallet of the payer. It agrees to everything. */
  readonly executor: Executor;
  /** Canonical currencies to try, native first. */
  readonly currencies: readonly string[];
  /**
   * Amount of each currency that can be paid twenty times, in smallest units.
   */
  readonly amount: (currency: string) => bigint;
  /** Makes an account that was never used before. */
  readonly freshAccount: () => string;
  /** Recipients that would swallow a payment: the depository, a token. */
  readonly refusedRecipients: readonly string[];
  /**
   * Returns when the chain has grown by at least this number of blocks, with every transaction that
   * was sent before.
   */
  readonly mine: (blocks: number) => Promise<void>;
  /** Blocks until a mined transaction is final. */
  readonly blocksToFinality: number;
  /**
   * Replaces at least this number of the newest blocks by empty ones and forgets their
   * transactions. Undefined where a chain cannot fork.
   */
  readonly reorg?: (depth: number) => Promise<void>;
  /** Whether nothing has a fee, as on a ledger of accounts. Estimates are then zero. */
  readonly isFree?: boolean;
  /**
   * Whether the chain itself knows no orders: then it pays whatever is signed, and who signs keeps
   * an order from being paid twice.
   */
  readonly isUnguarded?: boolean;
  /**
   * Whether a payment out of the depository does not say whose deposit it was: its recipient then
   * stands for the depositor.
   */
  readonly hidesDepositor?: boolean;
  /** Whether heights may be missing, as slots without a block are. */
  readonly hasGaps?: boolean;
  /**
   * Returns when no transaction that was signed before can land any more. Undefined where a signed
   * transaction is valid until its sequence is used.
   */
  readonly expire?: () => Promise<void>;
  /** Moves the chain's clock forward. Undefined where it cannot be moved. */
  readonly skipTime?: (seconds: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A fixture with its chain open. */
export interface OpenFixture {
  readonly fixture: VmFixture;
  readonly chain: Chain;
}

/** An item that an executor must perform, with the effects of its bytes. */
export interface ExecutorItem {
  /** Name of the test. */
  readonly name: string;
  readonly step: Step;
  readonly item: StepItem;
  /** Effects that `effects()` must return, exactly. */
  readonly effects: readonly Effect[];
}

/** An executor with a wallet that the suite controls, for {@link testExecutor}. */
export interface ExecutorFixture {
  readonly executor: Executor;
  /** Items that the executor performs. The wallet can pay for each of them once. */
  readonly items: readonly ExecutorItem[];
  /**
   * Items that the executor must not claim: those of other VMs, and its own with a member missing.
   */
  readonly foreign: readonly {
    readonly name: string;
    readonly step: Step;
    readonly item: StepItem;
  }[];
  /** Item whose transaction reverts after it was sent. */
  readonly reverting?: ExecutorItem;
  /** A well-formed transaction id that no transaction has. */
  readonly unknownTransactionId: string;
  /** Number of times that the wallet was asked for a signature or a transaction so far. */
  readonly requests: () => number;
  /** Makes the wallet decline the next request. */
  readonly declineNext: () => void;
  /** Returns when every transaction that was sent before is part of the chain. */
  readonly mine: () => Promise<void>;
  readonly close: () => Promise<void>;
}
