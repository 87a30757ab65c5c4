import type { Progress, ProgressEvent } from '../progress/progress.js';
import { reduceProgress } from '../progress/reduceProgress.js';

/** Holds the progress of one execution. */
export interface ProgressStore {
  read(): Progress;
  dispatch(event: ProgressEvent): void;
}

/** Folds events into a progress and tells a listener of each new one. */
export function createProgressStore(
  initial: Progress,
  onProgress: ((progress: Progress, event: ProgressEvent) => void) | undefined,
): ProgressStore {
  let progress = initial;
  return {
    read: () => progress,
    dispatch: (event) => {
      progress = reduceProgress(progress, event);
      onProgress?.(progress, event);
    },
  };
}
