import { setTimeout as sleep } from 'node:timers/promises';

/** Wakes one waiting loop; a wake while nobody waits is kept for the next wait. */
export interface Wakeup {
  wake(): void;
  /** Resolves when somebody wakes it, after `ms`, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Makes a wakeup. */
export function createWakeup(): Wakeup {
  let isWanted = false;
  let waiting: AbortController | undefined;
  return {
    wake: () => {
      isWanted = true;
      waiting?.abort();
    },
    wait: async (ms, signal) => {
      if (!isWanted && !signal.aborted) {
        const own = new AbortController();
        const abort = (): void => own.abort();
        signal.addEventListener('abort', abort, { once: true });
        waiting = own;
        await sleep(ms, undefined, { signal: own.signal }).catch(() => undefined);
        signal.removeEventListener('abort', abort);
      }
      waiting = undefined;
      isWanted = false;
    },
  };
}
