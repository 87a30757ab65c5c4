import type { Step } from '@portage/core';
import type { ErrorCode } from '@portage/core/errors';
import type { Comparison, Submission } from '@portage/core/executor';
import type { Outcome, StatusUpdate } from '../readStatus.js';

/** Error in a `Progress`. */
export interface ProgressError {
  readonly code: ErrorCode | 'UNEXPECTED';
  readonly message: string;
  readonly hint?: string;
}

/**
 * State of one item.
 *
 * - `waiting`: not begun.
 * - `submitting`: the wallet is asked. In a stored progress it means that it is not known whether
 *   the wallet sent it.
 * - `submitted`: the wallet answered. A signature stays so until its post was answered.
 * - `confirming`: its transaction is not known to be part of its chain yet. The service is asked
 *   meanwhile.
 * - `checking`: the service is asked whether it is done.
 * - `complete`, `failed`: ended.
 */
export type ItemProgress =
  | { readonly state: 'waiting' | 'submitting' }
  | { readonly state: 'submitted' | 'confirming'; readonly submission: Submission }
  | { readonly state: 'checking' | 'complete'; readonly submission?: Submission }
  | { readonly state: 'failed'; readonly error: ProgressError; readonly submission?: Submission };

/** Progress of one step. */
export interface StepProgress {
  readonly id: string;
  readonly action: string;
  readonly description: string;
  readonly kind: string;
  readonly items: readonly ItemProgress[];
}

/** State of the whole execution. */
export type ProgressState =
  | { readonly state: 'running' }
  | { readonly state: 'success'; readonly amountOut?: string }
  | { readonly state: 'refunded'; readonly failReason?: string }
  | { readonly state: 'failed'; readonly error: ProgressError }
  /** Stopped by the caller or by the time limit; it can be resumed. */
  | { readonly state: 'aborted'; readonly reason: 'signal' | 'timeout' };

/** Members of a progress in every state. */
export interface ProgressBase {
  readonly version: 1;
  readonly requestId: string;
  readonly steps: readonly StepProgress[];
  /**
   * Steps that the service appended when a signature was posted. They are at the end of `steps`.
   */
  readonly appended: readonly Step[];
  /** Transactions of the payer, from the wallet and from the service. */
  readonly inTxHashes: readonly string[];
  /** Transactions of the solver. */
  readonly txHashes: readonly string[];
  /** Newest status from the service. */
  readonly status?: StatusUpdate;
}

/**
 * Progress of an execution: everything that a user interface shows, and everything that another
 * process needs to go on with it. Plain JSON: `JSON.parse(JSON.stringify(progress))` is the same
 * progress.
 */
export type Progress = ProgressBase & ProgressState;

/** Place of an item: number of its step, number within the step. */
export interface ItemPlace {
  readonly step: number;
  readonly item: number;
}

/** Event of an execution. */
export type ProgressEvent =
  | { readonly type: 'started' }
  | ({ readonly type: 'submitting' } & ItemPlace)
  | ({ readonly type: 'submitted'; readonly submission: Submission } & ItemPlace)
  | ({ readonly type: 'replaced'; readonly txId: string } & ItemPlace)
  /** The transaction was read back and is what was verified, or could not be compared. */
  | ({ readonly type: 'compared'; readonly comparison: Comparison } & ItemPlace)
  | ({ readonly type: 'confirming' } & ItemPlace)
  | ({ readonly type: 'checking' } & ItemPlace)
  | ({ readonly type: 'complete' } & ItemPlace)
  | ({ readonly type: 'item-failed'; readonly error: ProgressError } & ItemPlace)
  /**
   * Steps came with the answer to a signature. The same event completes the item, so that no crash
   * falls between the two.
   */
  | ({ readonly type: 'appended'; readonly steps: readonly Step[] } & ItemPlace)
  | { readonly type: 'status'; readonly status: StatusUpdate }
  | { readonly type: 'finished'; readonly outcome: Outcome }
  | { readonly type: 'failed'; readonly error: ProgressError }
  | { readonly type: 'aborted'; readonly reason: 'signal' | 'timeout' };
