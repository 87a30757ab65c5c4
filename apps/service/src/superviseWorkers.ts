import { setMaxListeners } from 'node:events';

/** Worker that runs until it is stopped. */
export interface Worker {
  readonly name: string;
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Runs workers side by side. A worker that ends unasked, with an error or without, is a failure of
 * the service. Money may wait for it, so it is reported and not silently restarted.
 *
 * @returns function that stops all of them and waits until they have ended
 */
export function superviseWorkers(
  workers: readonly Worker[],
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  const stop = new AbortController();
  // The work of every chain listens for the end: no leak, but more than ten at once.
  setMaxListeners(0, stop.signal);
  const running = workers.map(async (worker) => {
    try {
      await worker.run(stop.signal);
      if (!stop.signal.aborted) onFailure(new Error(`The ${worker.name} ended by itself.`));
    } catch (error) {
      if (!stop.signal.aborted) onFailure(error);
    }
  });
  return async () => {
    stop.abort();
    await Promise.all(running);
  };
}
