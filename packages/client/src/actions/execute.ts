import type { Client } from '../createClient.js';
import type { ExecuteOptions } from '../execution/executeOptions.js';
import type { ExecutionResult } from '../execution/executionResult.js';

/**
 * Verifies a quote and its price, has its steps signed, and waits until the request has ended. The
 * quote is not changed.
 *
 * Returns `success`, `refund` or `failure` as the service says, and throws where it cannot go on.
 * Errors have the progress in `context.progress`: pass it back to go on.
 *
 * @throws PortageError `INVALID_CONFIGURATION`, `PRICE_UNBOUNDED`, `PRICE_MOVED`,
 *   `QUOTE_VERIFICATION_FAILED`, `ALREADY_PAID`, `QUOTE_EXPIRED`, `NO_EXECUTOR`, `WALLET_REJECTED`,
 *   `WRONG_CHAIN`, `TRANSACTION_REVERTED`, `EXECUTION_TIMED_OUT`, `EXECUTION_ABORTED`,
 *   `SUBMISSION_UNKNOWN`, or what the transport throws
 * @example
 * ```ts
 * const result = await execute(client, {
 *   quote,
 *   request,
 *   minAmountOut, // or maxAmountIn, or maxLossBps with valueUsd, or onQuote
 *   executors: [executor],
 *   onProgress: (p) => render(p),
 * });
 * if (result.status === 'success') console.log(result.txHashes);
 * ```
 */
export async function execute(client: Client, options: ExecuteOptions): Promise<ExecutionResult> {
  // Most of this package is needed only to execute a quote, so it is loaded here, before anything
  // is signed.
  const { runExecution } = await import('../execution/runExecution.js');
  return await runExecution(client, options);
}
