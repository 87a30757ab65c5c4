/** Calls of one caller in the window that its first call began. */
export interface Window {
  /** Calls so far, this one included. */
  readonly calls: number;
  /** Milliseconds until the caller has all of its calls again. */
  readonly endsInMs: number;
}

/** Counter of calls in windows. */
export interface Windows {
  /** Counts one call. */
  count(caller: string): Window;
}

/** Callers remembered in one minute, at most; the one whose window ends first is dropped first. */
const callersMax = 100_000;

/** Window that still counts. */
interface OpenWindow {
  calls: number;
  readonly endsAt: number;
}

/** Length of windows, in milliseconds, and their clock. */
export interface WindowsOptions {
  readonly ms: number;
  readonly now: () => number;
}

/**
 * Counts calls in memory, in windows that start with a caller's first call. A test compares it with
 * the memory limiter of rate-limiter-flexible. This one answers synchronously and needs no timer
 * for each caller: all windows have one length, so they end in their order, and each new window
 * removes the ended ones.
 */
export function createWindows({ ms, now }: WindowsOptions): Windows {
  const open = new Map<string, OpenWindow>();

  function begin(caller: string, time: number): OpenWindow {
    for (const [other, { endsAt }] of open) {
      if (endsAt > time && open.size < callersMax) break;
      open.delete(other);
    }
    const window = { calls: 0, endsAt: time + ms };
    open.delete(caller);
    open.set(caller, window);
    return window;
  }

  return {
    count: (caller) => {
      const time = now();
      const last = open.get(caller);
      const window = last !== undefined && last.endsAt > time ? last : begin(caller, time);
      window.calls += 1;
      return { calls: window.calls, endsInMs: window.endsAt - time };
    },
  };
}
