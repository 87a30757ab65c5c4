import { assert, isPortageError, PortageError } from '@portage/core/errors';
import type { Deadline } from '@portage/core/http';
import type { Client } from '../createClient.js';
import type { Progress } from '../progress/progress.js';
import { progressError } from '../progress/progressError.js';
import { readExtraDeposits, type ExtraDeposits } from './extraDeposits.js';
import type { ProgressStore } from './progressStore.js';

interface ExecutionEnd {
  readonly requestId: string;
  /** Transactions of the payer. */
  readonly inTxHashes: readonly string[];
  /** Transactions of the solver: the fill, or the refund. */
  readonly txHashes: readonly string[];
  readonly progress: Progress;
  /** Payments beyond the one that the order took; undefined where there are none yet. */
  readonly extraDeposits: ExtraDeposits | undefined;
}

/**
 * End of an execution. A refund and a failure are results, not errors: `execute` throws only where
 * it could not find out or could not go on.
 */
export type ExecutionResult =
  | (ExecutionEnd & {
      readonly status: 'success';
      /**
       * Amount that the recipient got, in smallest units; undefined if the service does not say.
       */
      readonly amountOut: string | undefined;
    })
  | (ExecutionEnd & {
      readonly status: 'refund' | 'failure';
      readonly failReason: string | undefined;
      readonly refundFailReason: string | undefined;
    });

/** Makes the result of a progress that has ended. */
export async function executionResult(
  client: Client,
  progress: Progress,
): Promise<ExecutionResult> {
  const { requestId, inTxHashes, txHashes, status, state } = progress;
  assert(
    state === 'success' || state === 'refunded' || state === 'failed',
    'only an execution that has ended has a result',
  );
  const extraDeposits = await readExtraDeposits(client, progress);
  const end = { requestId, inTxHashes, txHashes, progress, extraDeposits };
  if (state === 'success') return { ...end, status: 'success', amountOut: progress.amountOut };
  return {
    ...end,
    status: state === 'refunded' ? 'refund' : 'failure',
    failReason: status?.failReason,
    refundFailReason: status?.refundFailReason,
  };
}

/** The execution that an error stops. */
export interface FaultContext {
  readonly store: ProgressStore;
  readonly deadline: Deadline;
  readonly timeoutMs: number;
}

/**
 * Records in the progress why an execution stops, and makes the error that is thrown. The error
 * carries the progress, with which another call goes on.
 */
export function executionFault(error: unknown, context: FaultContext): unknown {
  const { store, deadline, timeoutMs } = context;
  if (!isPortageError(error)) {
    store.dispatch({ type: 'failed', error: progressError(error) });
    return error; // A bug, of an executor or of ours: it keeps its own stack.
  }
  if (error.code === 'EXECUTION_ABORTED') {
    const timeout = deadline.expired();
    store.dispatch({ type: 'aborted', reason: timeout ? 'timeout' : 'signal' });
    return new PortageError(timeout ? 'EXECUTION_TIMED_OUT' : 'EXECUTION_ABORTED', {
      message: timeout
        ? `The request did not finish within ${String(timeoutMs)} ms.`
        : 'The execution was aborted.',
      hint: 'Go on with execute({ progress }) or resume({ requestId }).',
      context: { requestId: store.read().requestId, progress: store.read() },
      cause: error,
    });
  }
  store.dispatch({ type: 'failed', error: progressError(error) });
  return new PortageError(error.code, {
    message: error.message,
    hint: error.hint,
    details: error.details,
    context: { ...error.context, requestId: store.read().requestId, progress: store.read() },
    cause: error,
  });
}
