import type { Clock } from '@portage/core';

/** Signal that wakes one waiting loop. A wake without a waiter is kept for the next wait. */
export interface Wakeup {
  wake(): void;
  /**
   * Resolves on a wake, after `ms` milliseconds, or when the signal aborts; true for a wake.
   */
  wait(ms: number, signal: AbortSignal): Promise<boolean>;
}

/** Makes a signal whose waits end by a clock. */
export function createWakeup(clock: Pick<Clock, 'sleep'>): Wakeup {
  let isWanted = false;
  let end: () => void = () => undefined;
  return {
    wake: () => {
      isWanted = true;
      end();
    },
    wait: async (ms, signal) => {
      if (!isWanted && !signal.aborted) {
        const woken = new AbortController();
        end = () => woken.abort();
        await clock.sleep(ms, AbortSignal.any([woken.signal, signal]));
      }
      const wasWoken = isWanted;
      isWanted = false;
      return wasWoken;
    },
  };
}
