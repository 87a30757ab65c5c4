/** Calls of one caller in the window that its first call began. */
export interface Window {
  /** Calls so far, this one included. */
  readonly calls: number;
  /** Milliseconds until the caller has all of its calls again. */
  readonly endsInMs: number;
}

/** Counts calls in windows. */
export interface Windows {
  /** Counts one call. */
  count(caller: string): Window;
}

/**
 * Callers of one minute that are remembered; the one whose window ends first is forgotten first.
 */
const callersMax = 100_000;

/** A window that still counts. */
interface OpenWindow {
  calls: number;
  readonly endsAt: number;
}

/**
 * Counts calls in memory, in windows that start with a caller's first call, as
 * rate-limiter-flexible's memory does, which a test compares it with; but at once instead of by a
 * promise, and without a timer for each caller: windows are all of one length, so they end in the
 * order in which they stand, and whoever begins one clears up those that have ended.
 */
export function createWindows({
  ms,
  now,
}: {
  readonly ms: number;
  readonly now: () => number;
}): Windows {
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
