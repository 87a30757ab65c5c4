import type { Step } from '@portage/core';
import type { Progress, StepProgress } from './progress.js';

/**
 * The progress of a quote of which nothing is done. Items that the service calls complete need no
 * work.
 *
 * @example
 * ```ts
 * const progress = initialProgress(quote);
 * ```
 */
export function initialProgress(quote: {
  readonly requestId: string;
  readonly steps: readonly Step[];
}): Progress {
  return {
    version: 1,
    requestId: quote.requestId,
    state: 'running',
    steps: quote.steps.map(stepProgress),
    appended: [],
    inTxHashes: [],
    txHashes: [],
  };
}

/** The progress of a step of which nothing is done. */
export function stepProgress(step: Step): StepProgress {
  return {
    id: step.id,
    action: step.action,
    description: step.description,
    kind: step.kind,
    items: step.items.map((item) => ({
      state: item.status === 'complete' ? 'complete' : 'waiting',
    })),
  };
}
