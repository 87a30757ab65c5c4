import type { Clock } from '@portage/core';
import type { VirtualTime } from './createVirtualTime.js';

/** Clock of a process, and how far it is from the time of the world. */
export interface ProcessClock extends Clock {
  /** Sets the milliseconds that the clock is ahead; behind where negative. */
  set(aheadMs: number): void;
}

/** Makes the clock of a process. After the process has died no wait of it ends. */
export function createProcessClock(time: VirtualTime, died: AbortSignal): ProcessClock {
  let aheadMs = 0;
  const sleep: Clock['sleep'] = (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve(false);
        return;
      }
      const stop = (): void => {
        cancel();
        if (!died.aborted) resolve(false);
      };
      const cancel = time.after(ms, () => {
        signal.removeEventListener('abort', stop);
        if (!died.aborted) resolve(true);
      });
      signal.addEventListener('abort', stop, { once: true });
    });
  return {
    now: () => time.now() + aheadMs,
    elapsed: () => time.now(),
    sleep,
    every: (ms, work, signal) => {
      const again = (): void => {
        if (signal.aborted || died.aborted) return;
        work();
        time.after(ms, again);
      };
      time.after(ms, again);
    },
    timeout: (ms) => {
      const controller = new AbortController();
      time.after(ms, () => {
        controller.abort(new DOMException('The time is over.', 'TimeoutError'));
      });
      return controller.signal;
    },
    set: (ms) => void (aheadMs = ms),
  };
}
