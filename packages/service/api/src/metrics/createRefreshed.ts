/** Value that is read again on demand once it is old. */
export interface Refreshed<T> {
  /**
   * Newest value. An old one is read again first, once for all callers. Undefined if that read
   * failed.
   */
  fresh(): Promise<T | undefined>;
  /** Newest value at hand. An old one is read again in the background. */
  known(): T | undefined;
}

/** Age at which a value is read again, and where failures are reported. */
export interface RefreshOptions {
  readonly maxAgeMs: number;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Creates the value. A failed read is reported once and repeated after the usual time. */
export function createRefreshed<T>(
  read: () => Promise<T>,
  { maxAgeMs, now, onError }: RefreshOptions,
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
