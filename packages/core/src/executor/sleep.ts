import { PortageError } from '../errors/portageError.js';

/**
 * Waits; an abort ends the wait at once. What an executor waits with, so that giving up looks the
 * same everywhere.
 *
 * @param ms - milliseconds
 * @throws PortageError `EXECUTION_ABORTED`
 * @example
 * ```ts
 * await sleep(250, AbortSignal.timeout(10_000));
 * ```
 */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(aborted(signal));
      return;
    }
    const stop = (): void => {
      clearTimeout(timer);
      reject(aborted(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
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
 * The error for work that its caller gave up.
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
