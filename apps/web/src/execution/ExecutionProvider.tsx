import { useExecute } from '@portage/react';
import { hasEnded, type Quote, type QuoteBody } from '@portage/sdk';
import { useQueryClient } from '@tanstack/react-query';
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { balancesKey } from '../balances/useBalances.js';
import { useWallets } from '../wallets/walletsContext.js';
import { ExecutionContext, type Execution } from './executionContext.js';
import {
  forgetExecution,
  isOpen,
  readExecution,
  writeExecution,
  type StoredExecution,
} from './storedExecutions.js';

/** Milliseconds that an execution may take before the page says that it takes long: an hour. */
const timeoutMs = 3_600_000;

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
  const queries = useQueryClient();
  const { mutate, reset, progress, data, error, isPending } = useExecute();
  const [stored, setStored] = useState<StoredExecution | undefined>(readExecution);
  const stop = useRef<AbortController>(undefined);
  const run = useCallback(
    (execution: StoredExecution, resubmit = false) => {
      const { quote, request } = execution;
      const { signal } = (stop.current = new AbortController());
      const { currencyIn, currencyOut } = quote.details;
      mutate(
        {
          quote,
          request,
          resubmit,
          timeoutMs,
          signal,
          progress: execution.progress,
          executors: wallets.executors(),
          // What was shown is what is agreed to.
          minAmountOut: currencyOut.minimumAmount,
          maxAmountIn: currencyIn.amount,
          onProgress: (next) => {
            // What was put away stays away, whatever its wallet still says.
            if (signal.aborted) return;
            const ended = hasEnded(next) ? { endedAt: Date.now() } : {};
            const changed = { ...execution, progress: next, ...ended };
            writeExecution(changed);
            setStored(changed);
          },
        },
        { onSettled: () => void queries.invalidateQueries({ queryKey: [balancesKey] }) },
      );
    },
    [mutate, wallets, queries],
  );
  const isResuming = useResume({ stored, isReady: wallets.isReady, run });
  const execution = useMemo(
    (): Execution => ({
      stored,
      progress: progress?.requestId === stored?.quote.requestId ? progress : stored?.progress,
      result: data,
      error: error ?? undefined,
      isRunning: isPending || isResuming,
      start: (quote: Quote, request: QuoteBody) => {
        const fresh = { quote, request, progress: undefined, startedAt: Date.now() };
        setStored(fresh);
        run(fresh);
      },
      again: (resubmit) => {
        if (stored !== undefined) run(stored, resubmit);
      },
      forget: () => {
        stop.current?.abort();
        forgetExecution();
        reset();
        setStored(undefined);
      },
    }),
    [stored, progress, data, error, isPending, isResuming, run, reset],
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
