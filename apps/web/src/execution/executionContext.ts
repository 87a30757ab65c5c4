import type { ExecutionResult, Progress, Quote, QuoteBody } from '@portage/sdk';
import { createContext, useContext } from 'react';
import type { StoredExecution } from './storedExecutions.js';

/** The swap of the page. */
export interface Execution {
  /** The swap that is under way or was the last one; undefined where there is none. */
  readonly stored: StoredExecution | undefined;
  readonly progress: Progress | undefined;
  readonly result: ExecutionResult | undefined;
  readonly error: Error | undefined;
  readonly isRunning: boolean;
  /** Whether another page of the browser executes it. */
  readonly isElsewhere: boolean;
  /** Verifies a quote, has it signed and waits for its end. */
  readonly start: (quote: Quote, request: QuoteBody) => void;
  /** Goes on after an error; with consent, what may have been sent is sent again. */
  readonly again: (resubmit: boolean) => void;
  /** Puts the swap away at once, whatever it waits for. A payment that was sent goes on. */
  readonly forget: () => void;
}

/** Context of the swap of the page; undefined outside its provider. */
export const ExecutionContext = createContext<Execution | undefined>(undefined);

/** The swap of the page. */
export function useExecution(): Execution {
  const execution = useContext(ExecutionContext);
  if (execution === undefined) throw new Error('useExecution needs an <ExecutionProvider>.');
  return execution;
}
