import type { Quote, Step } from '@portage/core';
import type { Progress, StepProgress } from './progress.js';

/** Members of a quote that its progress starts from. */
export type QuoteSteps = Pick<Quote, 'requestId' | 'steps'>;

/**
 * Makes the progress of a quote before anything is done. Items that the service calls complete need
 * no work.
 *
 * @example
 * ```ts
 * const progress = initialProgress(quote);
 * ```
 */
export function initialProgress(quote: QuoteSteps): Progress {
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

/** Makes the progress of a step before anything is done. */
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
