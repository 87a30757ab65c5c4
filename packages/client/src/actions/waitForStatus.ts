import { assert, isPortageError, PortageError } from '@portage/core/errors';
import { createDeadline } from '@portage/core/http';
import type { Client } from '../createClient.js';
import { outcomeOf, type StatusUpdate } from '../readStatus.js';
import { statusPath } from '../status/statusPath.js';
import { timeoutMsDefault } from '../status/timeoutMsDefault.js';
import { raceSignal } from '../transport/raceSignal.js';

/** Options of `waitForStatus`. */
export interface WaitForStatusOptions {
  readonly signal?: AbortSignal | undefined;
  /** Longest wait in milliseconds. Ten minutes by default; `Infinity` waits for ever. */
  readonly timeoutMs?: number | undefined;
  /** Called with the present status first, then with every change. */
  readonly onStatus?: ((status: StatusUpdate) => void) | undefined;
}

/**
 * Waits until a request has ended, and returns its last status. A request of which no payment was
 * seen in time has the status `expired`, and is not waited for. The service pushes changes; where
 * it cannot push, they are polled.
 *
 * @throws PortageError `EXECUTION_TIMED_OUT` (ask again later with the same id),
 *   `EXECUTION_ABORTED`, `UNKNOWN_REQUEST`
 * @see docs/spec/status.md#polling
 * @example
 * ```ts
 * const status = await waitForStatus(client, requestId, {
 *   onStatus: (s) => console.log(s.status),
 * });
 * ```
 */
export async function waitForStatus(
  client: Client,
  requestId: string,
  options: WaitForStatusOptions = {},
): Promise<StatusUpdate> {
  const { timeoutMs = timeoutMsDefault } = options;
  const deadline = createDeadline(timeoutMs, options.signal);
  let last: StatusUpdate | undefined;
  try {
    const { watchStatus } = await raceSignal(import('../status/watchStatus.js'), deadline.signal);
    for await (const status of watchStatus(client, statusPath(client, requestId), {
      signal: deadline.signal,
      pollMs: client.pollMs,
      random: client.random,
    })) {
      last = status;
      options.onStatus?.(status);
      if (status.status === 'expired') return status;
    }
  } catch (error) {
    if (!deadline.expired() || !isPortageError(error, 'EXECUTION_ABORTED')) throw error;
    throw new PortageError('EXECUTION_TIMED_OUT', {
      message: `Request ${requestId} did not finish within ${String(timeoutMs)} ms.`,
      hint: 'Ask again with the same request id.',
      context: { requestId, timeoutMs, status: last?.status },
      cause: error,
    });
  } finally {
    deadline.dispose();
  }
  assert(
    last !== undefined && outcomeOf(last.status) !== undefined,
    'a watch ends with a status that ends the request',
  );
  return last;
}
