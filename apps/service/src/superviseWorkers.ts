/** Something that works until it is told to stop. */
export interface Worker {
  readonly name: string;
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Runs workers side by side. One that ends by itself, with an error or without, is a failure of the
 * service: money may be waiting for it, so it is reported rather than started again in silence.
 *
 * @returns stops all of them and waits until they have ended
 */
export function superviseWorkers(
  workers: readonly Worker[],
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  const stop = new AbortController();
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
