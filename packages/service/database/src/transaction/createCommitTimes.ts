/** Durations of durable commits, for their observers. */
export interface CommitTimes {
  /** Times a write that commits by itself. One that fails is not counted. */
  time<T>(write: () => Promise<T>): Promise<T>;
  /** Calls `listener` with the seconds of each commit until the process ends. */
  observe(listener: (seconds: number) => void): void;
}

/**
 * Makes the times of one database's commits.
 *
 * @param now - milliseconds since any moment
 */
export function createCommitTimes(now: () => number): CommitTimes {
  const listeners: ((seconds: number) => void)[] = [];
  return {
    time: async (write) => {
      const startedAt = now();
      const value = await write();
      for (const listener of listeners) listener((now() - startedAt) / 1_000);
      return value;
    },
    observe: (listener) => void listeners.push(listener),
  };
}
