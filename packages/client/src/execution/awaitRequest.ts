import { PortageError } from '@portage/core/errors';
import { createDeadline } from '@portage/core/http';
import type { Client } from '../createClient.js';
import { initialProgress } from '../progress/initialProgress.js';
import { outcomeOf } from '../readStatus.js';
import { statusPath } from '../status/statusPath.js';
import { timeoutMsDefault } from '../status/timeoutMsDefault.js';
import { watchStatus } from '../status/watchStatus.js';
import type { ResumeOptions } from './executeOptions.js';
import { executionFault, executionResult, type ExecutionResult } from './executionResult.js';
import { createProgressStore } from './progressStore.js';

/** Waits for the end of a request of which only the id is known. */
export async function awaitRequest(
  client: Client,
  options: ResumeOptions,
): Promise<ExecutionResult> {
  const { requestId, timeoutMs = timeoutMsDefault } = options;
  const store = createProgressStore(initialProgress({ requestId, steps: [] }), options.onProgress);
  const deadline = createDeadline(timeoutMs, options.signal);
  try {
    for await (const status of watchStatus(client, statusPath(client, requestId), {
      signal: deadline.signal,
      pollMs: client.pollMs,
      random: client.random,
    })) {
      store.dispatch({ type: 'status', status });
      if (status.status === 'expired' && status.inTxHashes.length === 0) throw neverSeen(requestId);
      const outcome = outcomeOf(status.status);
      if (outcome !== undefined) store.dispatch({ type: 'finished', outcome });
    }
    return await executionResult(client, store.read());
  } catch (error) {
    throw executionFault(error, { store, deadline, timeoutMs });
  } finally {
    deadline.dispose();
  }
}

/** A request whose time is over without a payment: nothing is left to wait for. */
function neverSeen(requestId: string): PortageError {
  return new PortageError('QUOTE_EXPIRED', {
    message: 'The quote has expired, and the service has seen no payment for it.',
    hint: 'If the wallet shows no payment, ask for a new quote. One that arrives late is paid back.',
    context: { requestId },
  });
}
