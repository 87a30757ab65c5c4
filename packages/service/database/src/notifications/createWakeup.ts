/** Signal that wakes one waiting loop. A wake without a waiter is kept for the next wait. */
export interface Wakeup {
  wake(): void;
  /** Resolves on a wake, after `ms` milliseconds, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

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
