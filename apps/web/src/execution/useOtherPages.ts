import { useEffect } from 'react';
import { onStoredElsewhere } from '../storage/stored.js';
import { executionKey, readExecution, type StoredExecution } from './storedExecutions.js';

/** Handlers of changes to the execution that other pages of the browser store. */
export interface OtherPages {
  readonly onStored: (execution: StoredExecution) => void;
  readonly onForgotten: () => void;
}

/** Follows the execution of the other pages of the browser, which have one together. */
export function useOtherPages({ onStored, onForgotten }: OtherPages): void {
  useEffect(
    () =>
      onStoredElsewhere(executionKey, () => {
        const stored = readExecution();
        if (stored === undefined) onForgotten();
        else onStored(stored);
      }),
    [onStored, onForgotten],
  );
}
