import { PortageError } from '@portage/core';

/** Waits. @throws PortageError `EXECUTION_ABORTED` as soon as the signal aborts */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(aborted(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** @throws PortageError `EXECUTION_ABORTED` when the signal has aborted */
export function checkAborted(signal: AbortSignal): void {
  if (signal.aborted) throw aborted(signal);
}

function aborted(signal: AbortSignal): PortageError {
  return new PortageError('EXECUTION_ABORTED', { cause: signal.reason });
}
