import type { Quote, QuoteBody } from '@portage/sdk';
import {
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { useWallets } from '../wallets/walletsContext.js';
import { ExecutionContext, type Execution } from './executionContext.js';
import {
  forgetExecution,
  isOpen,
  readExecution,
  type StoredExecution,
} from './storedExecutions.js';
import { useOtherPages } from './useOtherPages.js';
import { useRun } from './useRun.js';

/** Properties of {@link ExecutionProvider}. */
export interface ExecutionProviderProps {
  readonly children: ReactNode;
}

/**
 * Runs the swap of the page. It is stored with every step before that step is made; after a reload
 * it goes on where it was.
 */
export function ExecutionProvider({ children }: ExecutionProviderProps): ReactElement {
  const wallets = useWallets();
  const [stored, setStored] = useState<StoredExecution | undefined>(readExecution);
  const { run, leave, isElsewhere, progress, data, error, isPending } = useRun(setStored);
  const forget = useCallback(() => {
    leave();
    setStored(undefined);
  }, [leave]);
  useOtherPages({ onStored: setStored, onForgotten: forget });
  const isResuming = useResume({ stored, isReady: wallets.isReady, run });
  const execution = useMemo(
    (): Execution => ({
      stored,
      progress: progress?.requestId === stored?.quote.requestId ? progress : stored?.progress,
      result: data,
      error: error ?? undefined,
      isRunning: isPending || isResuming || isElsewhere,
      isElsewhere,
      start: (quote: Quote, request: QuoteBody) => {
        const fresh = { quote, request, progress: undefined, startedAt: Date.now() };
        setStored(fresh);
        run(fresh);
      },
      again: (resubmit) => {
        if (stored !== undefined) run(stored, resubmit);
      },
      forget: () => {
        forgetExecution();
        forget();
      },
    }),
    [stored, progress, data, error, isPending, isResuming, isElsewhere, run, forget],
  );
  return <ExecutionContext.Provider value={execution}>{children}</ExecutionContext.Provider>;
}

interface Resume {
  readonly stored: StoredExecution | undefined;
  readonly isReady: boolean;
  readonly run: (execution: StoredExecution) => void;
}

/**
 * Goes on with the execution of the last visit, once, when the wallets are there.
 *
 * @returns whether an execution waits for the wallets
 */
function useResume({ stored, isReady, run }: Resume): boolean {
  const [isTried, setTried] = useState(false);
  const isLeftOpen = stored !== undefined && isOpen(stored);
  useEffect(() => {
    if (!isReady || isTried) return;
    setTried(true);
    if (isLeftOpen) run(stored);
  }, [isReady, isTried, isLeftOpen, stored, run]);
  return !isTried && isLeftOpen;
}
