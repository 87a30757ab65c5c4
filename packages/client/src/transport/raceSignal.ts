import { aborted } from '@portage/core/executor';

/**
 * Awaits work that may not listen to the signal itself. After an abort the work goes on, and its
 * late rejection is handled.
 *
 * @throws PortageError `EXECUTION_ABORTED`
 */
export function raceSignal<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(aborted(signal));
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}
