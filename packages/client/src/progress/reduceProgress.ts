import type { Step } from '@portage/core';
import { outcomeOf, type Outcome, type StatusUpdate } from '../readStatus.js';
import { stepProgress } from './initialProgress.js';
import type {
  ItemPlace,
  ItemProgress,
  Progress,
  ProgressBase,
  ProgressEvent,
  ProgressState,
} from './progress.js';

/**
 * Applies an event to a progress. Pure: the same events give the same progress, and no argument is
 * changed.
 *
 * An item that is complete stays complete, and a request that has ended stays ended, whatever event
 * comes later.
 *
 * @example
 * ```ts
 * const progress = reduceProgress(initialProgress(quote), { type: 'started' });
 * ```
 */
export function reduceProgress(progress: Progress, event: ProgressEvent): Progress {
  switch (event.type) {
    case 'started':
      return withState(progress, { state: 'running' });
    case 'appended':
      return appendSteps(
        applyItem(progress, { type: 'complete', step: event.step, item: event.item }),
        event.steps,
      );
    case 'status':
      return applyStatus(progress, event.status);
    case 'finished':
      return withState(progress, endState(progress, event.outcome));
    case 'failed':
      return withState(progress, { state: 'failed', error: event.error });
    case 'aborted':
      return withState(progress, { state: 'aborted', reason: event.reason });
    default:
      return applyItem(progress, event);
  }
}

type ItemEvent = Exclude<Extract<ProgressEvent, ItemPlace>, { readonly type: 'appended' }>;

function appendSteps(progress: Progress, steps: readonly Step[]): Progress {
  return {
    ...progress,
    steps: [...progress.steps, ...steps.map(stepProgress)],
    appended: [...progress.appended, ...steps],
  };
}

function applyItem(progress: Progress, event: ItemEvent): Progress {
  const steps = progress.steps.map((step, stepIndex) =>
    stepIndex === event.step
      ? {
          ...step,
          items: step.items.map((item, index) =>
            index === event.item ? nextItem(item, event) : item,
          ),
        }
      : step,
  );
  const txId =
    event.type === 'replaced'
      ? event.txId
      : event.type === 'submitted' && event.submission.type === 'transaction'
        ? event.submission.txId
        : undefined;
  return {
    ...progress,
    steps,
    ...(txId === undefined ? {} : { inTxHashes: union(progress.inTxHashes, [txId]) }),
  };
}

function nextItem(item: ItemProgress, event: ItemEvent): ItemProgress {
  if (item.state === 'complete') return item;
  const submission = 'submission' in item ? item.submission : undefined;
  const kept = submission === undefined ? {} : { submission };
  switch (event.type) {
    case 'submitting':
      return { state: 'submitting' };
    case 'submitted':
      return { state: 'submitted', submission: event.submission };
    case 'replaced':
      return 'submission' in item && submission?.type === 'transaction' && item.state !== 'failed'
        ? { ...item, submission: { ...submission, txId: event.txId } }
        : item;
    case 'compared':
      return 'submission' in item && submission?.type === 'transaction'
        ? { ...item, submission: { ...submission, comparison: event.comparison } }
        : item;
    case 'confirming':
      return submission === undefined ? item : { state: 'confirming', submission };
    case 'checking':
      return { state: 'checking', ...kept };
    case 'complete':
      return { state: 'complete', ...kept };
    case 'item-failed':
      return { state: 'failed', error: event.error, ...kept };
  }
}

function applyStatus(progress: Progress, status: StatusUpdate): Progress {
  if (
    progress.status !== undefined &&
    outcomeOf(progress.status.status) !== undefined &&
    outcomeOf(status.status) === undefined
  )
    return progress;
  return {
    ...progress,
    status,
    inTxHashes: union(progress.inTxHashes, status.inTxHashes),
    txHashes: union(progress.txHashes, status.txHashes),
  };
}

/**
 * Whether the service has ended the request. Only its word does, so that an execution can still be
 * resumed after an error of our own.
 *
 * @example
 * ```ts
 * hasEnded(initialProgress(quote)); // false
 * ```
 */
export function hasEnded(progress: Progress): boolean {
  if (progress.state === 'success' || progress.state === 'refunded') return true;
  return progress.state === 'failed' && progress.error.code === 'REQUEST_FAILED';
}

function endState({ status }: Progress, outcome: Outcome): ProgressState {
  if (outcome === 'success')
    return {
      state: 'success',
      ...(status?.amountOut === undefined ? {} : { amountOut: status.amountOut }),
    };
  const reason =
    status?.failReason === undefined || status.failReason === 'N/A' ? undefined : status.failReason;
  if (outcome === 'refund')
    return { state: 'refunded', ...(reason === undefined ? {} : { failReason: reason }) };
  return {
    state: 'failed',
    error: {
      code: 'REQUEST_FAILED',
      message: `The request ended in failure${reason === undefined ? '' : ` (${reason})`}.`,
    },
  };
}

/** A request that has ended keeps its state. */
function withState(progress: Progress, state: ProgressState): Progress {
  if (hasEnded(progress)) return progress;
  const { version, requestId, steps, appended, inTxHashes, txHashes, status } = progress;
  const base: ProgressBase = {
    version,
    requestId,
    steps,
    appended,
    inTxHashes,
    txHashes,
    ...(status === undefined ? {} : { status }),
  };
  return { ...base, ...state };
}

/**
 * Joins transaction ids, each in the order in which it came first. Hex ids are compared without
 * regard to case.
 */
function union(known: readonly string[], more: readonly string[]): readonly string[] {
  return more.reduce(
    (ids, id) => (ids.some((other) => sameId(id, other)) ? ids : [...ids, id]),
    known,
  );
}

function sameId(a: string, b: string): boolean {
  return a === b || (a.startsWith('0x') && a.toLowerCase() === b.toLowerCase());
}
