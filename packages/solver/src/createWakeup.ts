/** Wakes one waiting loop; a wake while nobody waits is kept for the next wait. */
export interface Wakeup {
  wake(): void;
  /** Resolves when somebody wakes it, after `ms`, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Makes a wakeup. */
export function createWakeup(): Wakeup {
  let isWanted = false;
  let resolveWait: (() => void) | undefined;
  return {
    wake: () => {
      isWanted = true;
      resolveWait?.();
    },
    wait: async (ms, signal) => {
      if (!isWanted && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          const done = (): void => resolve();
          signal.addEventListener('abort', done, { once: true });
          resolveWait = () => {
            clearTimeout(timer);
            signal.removeEventListener('abort', done);
            resolve();
          };
        });
      }
      resolveWait = undefined;
      isWanted = false;
    },
  };
}
