import { PortageError } from '@portage/core';
import type { Client } from '../createClient.js';
import { initialProgress } from '../progress/initialProgress.js';
import type { Progress } from '../progress/progress.js';
import { hasEnded } from '../progress/reduceProgress.js';
import { timeoutMsDefault } from '../status/timeoutMsDefault.js';
import { createDeadline } from '../transport/deadline.js';
import { raceSignal } from '../transport/raceSignal.js';
import type { SigningPolicy } from '../verification/signingPolicy.js';
import { verify } from '../verification/verify.js';
import type { ExecuteOptions } from './executeOptions.js';
import { executionFault, executionResult, type ExecutionResult } from './executionResult.js';
import { createProgressStore } from './progressStore.js';
import { runSteps } from './runSteps.js';

/** Verifies a quote, performs its steps and waits for the end of its request. */
export async function runExecution(
  client: Client,
  options: ExecuteOptions,
): Promise<ExecutionResult> {
  const { quote, executors, timeoutMs = timeoutMsDefault, resubmit = false } = options;
  const initial = options.progress ?? initialProgress(quote);
  if (initial.requestId !== quote.requestId) {
    throw new PortageError('INVALID_REQUEST', {
      message: 'The progress belongs to another quote.',
      context: { quote: quote.requestId, progress: initial.requestId },
    });
  }
  if (hasEnded(initial)) return executionResult(initial);
  const store = createProgressStore(initial, options.onProgress);
  const deadline = createDeadline(timeoutMs, options.signal);
  try {
    store.dispatch({ type: 'started' });
    const policy =
      options.verify === false
        ? undefined
        : await raceSignal(openPolicy(client, options, initial), deadline.signal);
    const outcome = await runSteps({
      client,
      requestId: quote.requestId,
      steps: quote.steps,
      executors,
      store,
      signal: deadline.signal,
      resubmit,
      policy,
    });
    store.dispatch({ type: 'finished', outcome });
    return executionResult(store.read());
  } catch (error) {
    throw executionFault(error, { store, deadline, timeoutMs });
  } finally {
    deadline.dispose();
  }
}

/** Verifies the quote, and makes the policy for what is signed for it. */
async function openPolicy(
  client: Client,
  options: Extract<ExecuteOptions, { verify?: true }>,
  progress: Progress,
): Promise<SigningPolicy> {
  const { request, executors, codecs, allowUnknownEffects, maxSlippageBps, quote } = options;
  return await verify(
    quote,
    {
      request,
      chains: await client.chains.read(),
      executors,
      codecs,
      allowUnknownEffects,
      maxSlippageBps,
    },
    progress.appended,
  );
}
