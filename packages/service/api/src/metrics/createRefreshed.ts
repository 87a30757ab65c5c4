/** A value that is read again when somebody asks for it and it is old. */
export interface Refreshed<T> {
  /**
   * The newest value; where it is old a new one is read first, once for all who ask. Undefined
   * where that failed.
   */
  fresh(): Promise<T | undefined>;
  /** The newest value that is at hand; where it is old a new one is read behind the scenes. */
  known(): T | undefined;
}

/** Makes the value. What fails is told once and read again when the time has come. */
export function createRefreshed<T>(
  read: () => Promise<T>,
  {
    maxAgeMs,
    now,
    onError,
  }: {
    readonly maxAgeMs: number;
    readonly now: () => number;
    readonly onError: (error: unknown) => void;
  },
): Refreshed<T> {
  let value: T | undefined;
  let startedAt = -Infinity;
  let running: Promise<void> = Promise.resolve();
  const refresh = (): Promise<void> => {
    if (now() - startedAt < maxAgeMs) return running;
    startedAt = now();
    running = read().then(
      (next) => {
        value = next;
      },
      (error: unknown) => {
        value = undefined;
        onError(error);
      },
    );
    return running;
  };
  return {
    fresh: async () => {
      await refresh();
      return value;
    },
    known: () => {
      void refresh();
      return value;
    },
  };
}
