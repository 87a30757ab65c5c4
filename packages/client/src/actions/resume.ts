import { checkOptions } from '@portage/core/errors';
import type { Client } from '../createClient.js';
import type { ResumeOptions } from '../execution/executeOptions.js';
import type { ExecutionResult } from '../execution/executionResult.js';

/**
 * Waits for the end of a request that was paid before, by its id alone. To go on with steps that
 * are not signed yet, pass the stored progress to `execute` instead.
 *
 * @throws PortageError `EXECUTION_TIMED_OUT`, `EXECUTION_ABORTED`, `UNKNOWN_REQUEST`;
 *   `QUOTE_EXPIRED` where the time is over and the service has seen no payment
 * @example
 * ```ts
 * const result = await resume(client, { requestId });
 * ```
 */
export async function resume(client: Client, options: ResumeOptions): Promise<ExecutionResult> {
  checkOptions(options, ['requestId']);
  const { awaitRequest } = await import('../execution/awaitRequest.js');
  return await awaitRequest(client, options);
}
