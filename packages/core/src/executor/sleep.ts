import { PortageError } from '../errors/portageError.js';
import { wait } from '../wait.js';

/**
 * Waits; an abort ends the wait at once with the error of {@link aborted}. Executors wait with it,
 * so that giving up looks the same everywhere.
 *
 * @param ms - milliseconds
 * @throws PortageError `EXECUTION_ABORTED`
 * @example
 * ```ts
 * await sleep(250, AbortSignal.timeout(10_000));
 * ```
 */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (!(await wait(ms, signal))) throw aborted(signal);
}

/**
 * Goes on unless the caller gave up.
 *
 * @throws PortageError `EXECUTION_ABORTED`
 * @example
 * ```ts
 * for (const step of quote.steps) {
 *   checkAborted(signal);
 *   render(step);
 * }
 * ```
 */
export function checkAborted(signal: AbortSignal): void {
  if (signal.aborted) throw aborted(signal);
}

/**
 * Error for work that its caller gave up.
 *
 * @example
 * ```ts
 * if (signal.aborted) throw aborted(signal);
 * ```
 */
export function aborted(signal: AbortSignal): PortageError {
  return new PortageError('EXECUTION_ABORTED', {
    message: 'The caller aborted this.',
    cause: signal.reason,
  });
}
