import { useExecute, type UseExecuteResult } from '@portage/react';
import { hasEnded } from '@portage/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { balancesKey } from '../balances/useBalances.js';
import { holdLock } from '../storage/holdLock.js';
import { pageLocks } from '../storage/pageLocks.js';
import { useWallets } from '../wallets/walletsContext.js';
import { isDone, newestOf, writeExecution, type StoredExecution } from './storedExecutions.js';

/** Milliseconds that an execution may take before the page says that it takes long: an hour. */
const timeoutMs = 3_600_000;

/** Lock of the page that executes: two pages would ask the wallet twice. */
const lockName = 'portage:execution';

/** The execution of the page, as it runs. */
export interface Run extends Pick<UseExecuteResult, 'progress' | 'data' | 'error' | 'isPending'> {
  /** Executes, or waits where another page of the browser does. */
  readonly run: (execution: StoredExecution, resubmit?: boolean) => void;
  /** Stops at once, whatever is awaited. */
  readonly leave: () => void;
  /** Whether another page of the browser executes. */
  readonly isElsewhere: boolean;
}

/**
 * Runs one execution for all pages of the browser. It is stored, and told by `onStored`, with every
 * step before that step is made.
 */
export function useRun(onStored: (execution: StoredExecution) => void): Run {
  const wallets = useWallets();
  const queries = useQueryClient();
  const { mutateAsync, reset, progress, data, error, isPending } = useExecute();
  const stop = useRef<AbortController>(undefined);
  const [isElsewhere, setElsewhere] = useState(false);
  const run = useCallback(
    (asked: StoredExecution, resubmit = false) => {
      const { signal } = (stop.current = new AbortController());
      const execute = async (): Promise<void> => {
        setElsewhere(false);
        const execution = newestOf(asked);
        onStored(execution);
        // Another page may have brought it to its end.
        if (signal.aborted || isDone(execution)) return;
        const { quote, request } = execution;
        const { currencyIn, currencyOut } = quote.details;
        await mutateAsync({
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
            onStored(changed);
          },
        })
          // The hook shows it.
          .catch(() => undefined);
        await queries.invalidateQueries({ queryKey: [balancesKey] });
      };
      const onWait = (): void => setElsewhere(true);
      void holdLock(lockName, execute, { locks: pageLocks(), signal, onWait });
    },
    [mutateAsync, wallets, queries, onStored],
  );
  const leave = useCallback(() => {
    stop.current?.abort();
    reset();
    setElsewhere(false);
  }, [reset]);
  return { run, leave, isElsewhere, progress, data, error, isPending };
}
