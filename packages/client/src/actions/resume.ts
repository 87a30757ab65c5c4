import type { Client } from '../createClient.js';
import { executionFault } from '../execution/executionFault.js';
import { executionResult, type ExecutionResult } from '../execution/executionResult.js';
import { createProgressStore } from '../execution/progressStore.js';
import { initialProgress } from '../progress/initialProgress.js';
import type { Progress, ProgressEvent } from '../progress/progress.js';
import { outcomeOf } from '../status/statusUpdate.js';
import { watchStatus } from '../status/watchStatus.js';
import { createDeadline } from '../transport/deadline.js';
import { statusPath } from './getStatus.js';
import { timeoutMsDefault } from './waitForStatus.js';

/** Which request is waited for, and how long. */
export interface ResumeOptions {
  readonly requestId: string;
  readonly signal?: AbortSignal | undefined;
  /** Longest wait in milliseconds, ten minutes unless told; `Infinity` waits for ever. */
  readonly timeoutMs?: number | undefined;
  readonly onProgress?: ((progress: Progress, event: ProgressEvent) => void) | undefined;
}

/**
 * Waits for a request that was paid before, knowing nothing but its id. To go on with steps that are not signed yet, pass
 * the stored progress to `execute` instead.
 *
 * @throws PortageError `EXECUTION_TIMED_OUT`, `EXECUTION_ABORTED`, `UNKNOWN_REQUEST`
 * @example
 * ```ts
 * const result = await resume(client, { requestId });
 * ```
 */
export async function resume(client: Client, options: ResumeOptions): Promise<ExecutionResult> {
  const { requestId, timeoutMs = timeoutMsDefault } = options;
  const store = createProgressStore(initialProgress({ requestId, steps: [] }), options.onProgress);
  const deadline = createDeadline(timeoutMs, options.signal);
  try {
    for await (const status of watchStatus(client, statusPath(client, requestId), { signal: deadline.signal, pollMs: client.pollMs, random: client.random })) {
      store.dispatch({ type: 'status', status });
      const outcome = outcomeOf(status.status);
      if (outcome !== undefined) store.dispatch({ type: 'finished', outcome });
    }
    return executionResult(store.read());
  } catch (error) {
    throw executionFault(error, { store, deadline, timeoutMs });
  } finally {
    deadline.dispose();
  }
}
