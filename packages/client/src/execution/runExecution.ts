import { PortageError } from '@portage/core/errors';
import { createDeadline } from '@portage/core/http';
import type { Client } from '../createClient.js';
import { initialProgress } from '../progress/initialProgress.js';
import type { ItemProgress, Progress } from '../progress/progress.js';
import { hasEnded } from '../progress/reduceProgress.js';
import { timeoutMsDefault } from '../status/timeoutMsDefault.js';
import { raceSignal } from '../transport/raceSignal.js';
import type { SigningPolicy } from '../verification/signingPolicy.js';
import { checkBounded, checkPrice } from '../verification/checkPrice.js';
import { verify } from '../verification/verify.js';
import { checkArguments } from './checkArguments.js';
import { alreadyPaid, isPaid } from './checkPayable.js';
import type { ExecuteOptions, VerifiedExecuteOptions } from './executeOptions.js';
import { executionFault, executionResult, type ExecutionResult } from './executionResult.js';
import { createProgressStore } from './progressStore.js';
import { runSteps } from './runSteps.js';

/** Verifies a quote, performs its steps and waits for the end of its request. */
export async function runExecution(
  client: Client,
  options: ExecuteOptions,
): Promise<ExecutionResult> {
  checkArguments(options);
  const { quote, executors, timeoutMs = timeoutMsDefault, resubmit = false } = options;
  const initial = options.progress ?? initialProgress(quote);
  if (initial.requestId !== quote.requestId) {
    throw new PortageError('INVALID_REQUEST', {
      message: 'The progress belongs to another quote.',
      context: { quote: quote.requestId, progress: initial.requestId },
    });
  }
  if (hasEnded(initial)) return await executionResult(client, initial);
  const { requestId, expiresAt } = quote;
  if (client.running.has(requestId)) throw alreadyPaid(requestId);
  client.running.add(requestId);
  const store = createProgressStore(initial, options.onProgress);
  const deadline = createDeadline(timeoutMs, options.signal);
  try {
    store.dispatch({ type: 'started' });
    const policy = await raceSignal(prepare(client, options, initial), deadline.signal);
    const { signal } = deadline;
    const outcome = await runSteps({
      client,
      requestId,
      expiresAt,
      // Where the service appended steps, a signature was posted before: its word says no more.
      isPaid: async () =>
        store.read().appended.length === 0 && (await isPaid({ client, requestId, signal })),
      steps: quote.steps,
      executors,
      store,
      signal,
      resubmit,
      policy,
    });
    store.dispatch({ type: 'finished', outcome });
    return await executionResult(client, store.read());
  } catch (error) {
    throw executionFault(error, { store, deadline, timeoutMs });
  } finally {
    client.running.delete(requestId);
    deadline.dispose();
  }
}

/**
 * Verifies the quote and its price, and makes the policy for what is signed for it. A price that is
 * signed already is not looked at again.
 */
async function prepare(
  client: Client,
  options: ExecuteOptions,
  progress: Progress,
): Promise<SigningPolicy | undefined> {
  const isUnsigned = progress.steps.some(({ items }) => items.some(isOpen));
  const isVerified = options.verify !== false;
  if (isUnsigned && isVerified) checkBounded(options.request, options);
  const policy = isVerified ? await openPolicy(client, options, progress) : undefined;
  if (isUnsigned) {
    await checkPrice(options.quote, options);
    await options.onQuote?.(options.quote);
  }
  return policy;
}

/** Whether a wallet may still be asked for an item. */
function isOpen({ state }: ItemProgress): boolean {
  return state === 'waiting' || state === 'submitting' || state === 'failed';
}

/** Verifies the quote, and makes the policy for everything that is signed for it. */
async function openPolicy(
  client: Client,
  options: VerifiedExecuteOptions,
  { appended }: Progress,
): Promise<SigningPolicy> {
  const { request, executors, codecs, allowUnknownEffects, maxSlippageBps, quote } = options;
  const chains = await client.chains.read();
  const now = Math.floor(client.now() / 1000);
  const rules = { allowUnknownEffects, maxSlippageBps, now };
  const verified = { request, chains, executors, codecs, ...rules };
  return await verify(quote, verified, appended);
}
