import type { ErrorCode, Step, Submission } from '@portage/core';
import type { Outcome, StatusUpdate } from '../readStatus.js';

/** A fault, as a `Progress` keeps it. */
export interface ProgressError {
  readonly code: ErrorCode | 'UNEXPECTED';
  readonly message: string;
  readonly hint?: string;
}

/**
 * Where one item stands.
 *
 * - `waiting`: not begun.
 * - `submitting`: the wallet is asked. Found in a stored progress it means that nobody knows
 *   whether the wallet sent it.
 * - `submitted`: the wallet answered.
 * - `confirming`: its transaction is not known to be part of its chain yet; the service is asked
 *   meanwhile.
 * - `checking`: the service is asked whether it is done.
 * - `complete`, `failed`: over.
 */
export type ItemProgress =
  | { readonly state: 'waiting' | 'submitting' }
  | { readonly state: 'submitted' | 'confirming'; readonly submission: Submission }
  | { readonly state: 'checking' | 'complete'; readonly submission?: Submission }
  | { readonly state: 'failed'; readonly error: ProgressError; readonly submission?: Submission };

/** Where one step stands. */
export interface StepProgress {
  readonly id: string;
  readonly action: string;
  readonly description: string;
  readonly kind: string;
  readonly items: readonly ItemProgress[];
}

/** Where the whole execution stands. */
export type ProgressState =
  | { readonly state: 'running' }
  | { readonly state: 'success'; readonly amountOut?: string }
  | { readonly state: 'refunded'; readonly failReason?: string }
  | { readonly state: 'failed'; readonly error: ProgressError }
  /** Stopped by the caller or the clock; it can be resumed. */
  | { readonly state: 'aborted'; readonly reason: 'signal' | 'timeout' };

/** What every state carries. */
export interface ProgressBase {
  readonly version: 1;
  readonly requestId: string;
  readonly steps: readonly StepProgress[];
  /**
   * Steps that the service appended when a signature was posted; they stand at the end of `steps`.
   */
  readonly appended: readonly Step[];
  /** Transactions of the payer, as the wallet and the service named them. */
  readonly inTxHashes: readonly string[];
  /** Transactions of the solver. */
  readonly txHashes: readonly string[];
  /** What the service said last. */
  readonly status?: StatusUpdate;
}

/**
 * Everything that a user interface shows of an execution, and everything that another process needs
 * to go on with it. Plain JSON: `JSON.parse(JSON.stringify(progress))` is the same progress.
 */
export type Progress = ProgressBase & ProgressState;

/** Where an item stands: number of its step, number within the step. */
export interface ItemPlace {
  readonly step: number;
  readonly item: number;
}

/** What can happen to an execution. */
export type ProgressEvent =
  | { readonly type: 'started' }
  | ({ readonly type: 'submitting' } & ItemPlace)
  | ({ readonly type: 'submitted'; readonly submission: Submission } & ItemPlace)
  | ({ readonly type: 'replaced'; readonly txId: string } & ItemPlace)
  | ({ readonly type: 'confirming' } & ItemPlace)
  | ({ readonly type: 'checking' } & ItemPlace)
  | ({ readonly type: 'complete' } & ItemPlace)
  | ({ readonly type: 'item-failed'; readonly error: ProgressError } & ItemPlace)
  /**
   * The answer to a signature brought steps; its item is complete by that, in one event, so no
   * crash falls between.
   */
  | ({ readonly type: 'appended'; readonly steps: readonly Step[] } & ItemPlace)
  | { readonly type: 'status'; readonly status: StatusUpdate }
  | { readonly type: 'finished'; readonly outcome: Outcome }
  | { readonly type: 'failed'; readonly error: ProgressError }
  | { readonly type: 'aborted'; readonly reason: 'signal' | 'timeout' };
