import { isPortageError, PortageError } from '@portage/core';
import { progressError } from '../progress/progressError.js';
import type { Deadline } from '../transport/deadline.js';
import type { ProgressStore } from './progressStore.js';

/**
 * Notes in the progress why an execution stops, and makes the error that is thrown: it carries the
 * progress, with which another call goes on.
 */
export function executionFault(
  error: unknown,
  { store, deadline, timeoutMs }: { store: ProgressStore; deadline: Deadline; timeoutMs: number },
): unknown {
  if (!isPortageError(error)) {
    store.dispatch({ type: 'failed', error: progressError(error) });
    return error; // A bug, of an executor or of ours: it keeps its own stack.
  }
  if (error.code === 'EXECUTION_ABORTED') {
    const timeout = deadline.expired();
    store.dispatch({ type: 'aborted', reason: timeout ? 'timeout' : 'signal' });
    return new PortageError(timeout ? 'EXECUTION_TIMED_OUT' : 'EXECUTION_ABORTED', {
      message: timeout
        ? `The request did not finish within ${String(timeoutMs)} ms.`
        : 'The execution was aborted.',
      hint: 'Pass context.progress to execute() again, or the request id to resume(), to go on.',
      context: { requestId: store.read().requestId, progress: store.read() },
      cause: error,
    });
  }
  store.dispatch({ type: 'failed', error: progressError(error) });
  return new PortageError(error.code, {
    message: error.message,
    hint: error.hint,
    details: error.details,
    context: { ...error.context, requestId: store.read().requestId, progress: store.read() },
    cause: error,
  });
}
