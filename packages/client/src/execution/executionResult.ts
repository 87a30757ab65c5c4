import { assert } from '@portage/core';
import type { Progress } from '../progress/progress.js';

interface ExecutionEnd {
  readonly requestId: string;
  /** Transactions of the payer. */
  readonly inTxHashes: readonly string[];
  /** Transactions of the solver: the fill, or the refund. */
  readonly txHashes: readonly string[];
  readonly progress: Progress;
}

/**
 * How an execution ended. A refund and a failure are answers, not faults: `execute` throws only
 * where it could not find out or could not go on.
 */
export type ExecutionResult =
  | (ExecutionEnd & {
      readonly status: 'success';
      /** What the recipient got, smallest unit, where the service says so. */
      readonly amountOut: string | undefined;
    })
  | (ExecutionEnd & {
      readonly status: 'refund' | 'failure';
      readonly failReason: string | undefined;
      readonly refundFailReason: string | undefined;
    });

/** The result that a progress which has ended stands for. */
export function executionResult(progress: Progress): ExecutionResult {
  const { requestId, inTxHashes, txHashes, status, state } = progress;
  assert(
    state === 'success' || state === 'refunded' || state === 'failed',
    'only an execution that has ended has a result',
  );
  const end = { requestId, inTxHashes, txHashes, progress };
  if (state === 'success') return { ...end, status: 'success', amountOut: progress.amountOut };
  return {
    ...end,
    status: state === 'refunded' ? 'refund' : 'failure',
    failReason: status?.failReason,
    refundFailReason: status?.refundFailReason,
  };
}
