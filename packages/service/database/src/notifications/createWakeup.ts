/** Wakes one waiting loop; a wake while nobody waits is kept for the next wait. */
export interface Wakeup {
  wake(): void;
  /** Resolves when somebody wakes it, after `ms`, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Makes a wakeup. */
export function createWakeup(): Wakeup {
  let isWanted = false;
  let end: () => void = () => undefined;
  return {
    wake: () => {
      isWanted = true;
      end();
    },
    wait: async (ms, signal) => {
      if (!isWanted && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener('abort', end, { once: true });
        });
        signal.removeEventListener('abort', end);
      }
      isWanted = false;
    },
  };
}
