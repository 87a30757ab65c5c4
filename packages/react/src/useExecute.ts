import type { ExecutionResult, PortageExecuteOptions, Progress } from '@portage/sdk';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { usePortage } from './usePortage.js';

/** Result of {@link useExecute}: that of a mutation, and how far the execution is. */
export type UseExecuteResult = UseMutationResult<ExecutionResult, Error, PortageExecuteOptions> & {
  /** Progress of the newest execution; undefined before the first one. */
  readonly progress: Progress | undefined;
};

/**
 * Executes quotes: verifies, has the wallet sign, and waits until the money is there. `progress`
 * holds what a user interface shows of it, and what another page needs to go on.
 *
 * A refund and a failure are results; the error is a `PortageError` that says why it could not go
 * on. Nothing is tried again by itself, because that might pay twice.
 *
 * @example
 * ```tsx
 * const { mutate: execute, progress, data: result, error } = useExecute();
 * const button = (
 *   <button onClick={() => execute({ quote, request, minAmountOut })}>Swap</button>
 * );
 * ```
 */
export function useExecute(): UseExecuteResult {
  const portage = usePortage();
  const [progress, setProgress] = useState<Progress>();
  const mutation = useMutation({
    mutationFn: async (options: PortageExecuteOptions) => {
      setProgress(options.progress);
      return await portage.execute({
        ...options,
        onProgress: (next, event) => {
          setProgress(next);
          options.onProgress?.(next, event);
        },
      });
    },
    retry: false,
    // The network of the page says nothing about the wallet.
    networkMode: 'always',
  });
  return { ...mutation, progress };
}
