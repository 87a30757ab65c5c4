/** Lock that is given to one after another, in the order in which they ask. */
export interface Lock {
  /** Resolves with the call that gives the lock back. */
  take(): Promise<() => void>;
}

/** Makes a free lock. */
export function createLock(): Lock {
  let tail: Promise<void> = Promise.resolve();
  return {
    take: () => {
      let release: () => void = () => undefined;
      const before = tail;
      tail = new Promise((resolve) => {
        release = resolve;
      });
      return before.then(() => release);
    },
  };
}
