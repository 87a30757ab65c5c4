import { PortageError, type Executor, type Quote, type QuoteBody } from '@portage/core';
import type { Client } from '../createClient.js';
import { executionFault } from '../execution/executionFault.js';
import { executionResult, type ExecutionResult } from '../execution/executionResult.js';
import type { Policy } from '../execution/policy.js';
import { createProgressStore } from '../execution/progressStore.js';
import { runSteps } from '../execution/runSteps.js';
import { initialProgress } from '../progress/initialProgress.js';
import type { Progress, ProgressEvent } from '../progress/progress.js';
import { hasEnded } from '../progress/reduceProgress.js';
import { createDeadline } from '../transport/deadline.js';
import { raceSignal } from '../transport/raceSignal.js';
import type { VerifyQuoteOptions } from '../verification/verify.js';
import { getChains } from './getChains.js';
import { timeoutMsDefault } from './waitForStatus.js';

interface ExecuteBase extends Partial<Pick<VerifyQuoteOptions, 'codecs' | 'allowUnknownEffects' | 'maxSlippageBps'>> {
  readonly quote: Quote;
  /** Who signs; each item goes to the first that claims it. */
  readonly executors: readonly Executor[];
  readonly signal?: AbortSignal | undefined;
  /** Longest time for the whole, the user's thinking included; ten minutes unless told, `Infinity` for no bound. */
  readonly timeoutMs?: number | undefined;
  /**
   * Hears every change, the wallet's prompt included, before it happens. Store the progress here to be able to go on in
   * another process. What it throws stops the execution.
   */
  readonly onProgress?: ((progress: Progress, event: ProgressEvent) => void) | undefined;
  /** A stored progress of the same quote: what was submitted is not submitted again. */
  readonly progress?: Progress | undefined;
  /** Agrees to send again what may have been sent before, or what reverted. */
  readonly resubmit?: boolean | undefined;
}

/** What to execute, and with whom. The request is left out only where verification is switched off. */
export type ExecuteOptions = ExecuteBase &
  ({ readonly verify?: true; /** The very body that the quote was asked for with. */ readonly request: QuoteBody } | { readonly verify: false; readonly request?: QuoteBody });

/**
 * Verifies a quote, has its steps signed, and waits until the request has ended. The quote is not changed.
 *
 * Resolves with `success`, `refund` or `failure` as the service says; throws where it cannot go on. Errors carry the
 * progress in `context.progress`: pass it back to go on.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED`, `NO_EXECUTOR`, `WALLET_REJECTED`, `WRONG_CHAIN`, `TRANSACTION_REVERTED`,
 * `EXECUTION_TIMED_OUT`, `EXECUTION_ABORTED`, `SUBMISSION_UNKNOWN`, or what the transport throws
 * @example
 * ```ts
 * const result = await execute(client, { quote, request, executors: [executor], onProgress: (p) => render(p) });
 * if (result.status === 'success') console.log(result.txHashes);
 * ```
 */
export async function execute(client: Client, options: ExecuteOptions): Promise<ExecutionResult> {
  const { quote, executors, timeoutMs = timeoutMsDefault, resubmit = false } = options;
  const initial = options.progress ?? initialProgress(quote);
  if (initial.requestId !== quote.requestId) {
    throw new PortageError('INVALID_REQUEST', { message: 'The progress belongs to another quote.', context: { quote: quote.requestId, progress: initial.requestId } });
  }
  if (hasEnded(initial)) return executionResult(initial);
  const store = createProgressStore(initial, options.onProgress);
  const deadline = createDeadline(timeoutMs, options.signal);
  try {
    store.dispatch({ type: 'started' });
    const policy = options.verify === false ? undefined : await raceSignal(openPolicy(client, options, initial), deadline.signal);
    const outcome = await runSteps({ client, requestId: quote.requestId, steps: quote.steps, executors, store, signal: deadline.signal, resubmit, policy });
    store.dispatch({ type: 'finished', outcome });
    return executionResult(store.read());
  } catch (error) {
    throw executionFault(error, { store, deadline, timeoutMs });
  } finally {
    deadline.dispose();
  }
}

/** Verification is loaded when it is first needed, beside the list of chains: it is half of this package. */
async function openPolicy(client: Client, options: Extract<ExecuteOptions, { verify?: true }>, progress: Progress): Promise<Policy> {
  const { request, executors, codecs, allowUnknownEffects, maxSlippageBps, quote } = options;
  const [{ verify }, chains] = await Promise.all([import('../verification/verify.js'), getChains(client)]);
  return await verify(quote, { request, chains, executors, codecs, allowUnknownEffects, maxSlippageBps }, progress.appended);
}
