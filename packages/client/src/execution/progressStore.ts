import type { Progress, ProgressEvent } from '../progress/progress.js';
import { reduceProgress } from '../progress/reduceProgress.js';

/** Progress of one execution. */
export interface ProgressStore {
  read(): Progress;
  dispatch(event: ProgressEvent): void;
}

/** Makes a store that applies events to a progress and tells a listener about each of them. */
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
