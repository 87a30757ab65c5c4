import type { VirtualTime } from './createVirtualTime.js';

/** Lets time go on, whenever nothing else can happen. */
export interface Driver {
  /** Lets time go on until the work is done, and answers with its value. */
  readonly drive: <T>(work: Promise<T>) => Promise<T>;
  /** Lets this many milliseconds pass. */
  readonly pass: (ms: number) => Promise<void>;
}

/** Makes the driver of a time; `idle` resolves when nothing happens without it. */
export function createDriver(time: VirtualTime, idle: () => Promise<void>): Driver {
  const step = (): void => {
    if (!time.step()) throw new Error('There is nothing to wait for.');
  };
  return {
    drive: async (work) => {
      const state = { isDone: false };
      const done = (): void => void (state.isDone = true);
      work.then(done, done);
      await idle();
      while (!state.isDone) {
        step();
        await idle();
      }
      return work;
    },
    pass: async (ms) => {
      const end = time.now() + ms;
      while (time.now() < end) {
        await idle();
        step();
      }
    },
  };
}
