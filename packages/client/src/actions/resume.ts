import type { Client } from '../createClient.js';
import type { ExecutionResult } from '../execution/executionResult.js';
import type { Progress, ProgressEvent } from '../progress/progress.js';

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
  const { awaitRequest } = await import('../execution/awaitRequest.js');
  return await awaitRequest(client, options);
}
