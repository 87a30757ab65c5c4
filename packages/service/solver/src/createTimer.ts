import type { ChainContext } from './context.js';

/** Says when something that is done now and then is due. */
export interface Timer {
  /** Whether it is due, at first at once; the next time begins with the answer. */
  take(): boolean;
}

/**
 * Makes a timer by time that never goes back: a clock that is set back by an hour must not keep
 * earnings from being collected for an hour.
 */
export function createTimer({ clock }: Pick<ChainContext, 'clock'>, everyMs: number): Timer {
  let dueAt = clock.elapsed();
  return {
    take: () => {
      const now = clock.elapsed();
      if (now < dueAt) return false;
      dueAt = now + everyMs;
      return true;
    },
  };
}
