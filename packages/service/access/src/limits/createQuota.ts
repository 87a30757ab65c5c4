/** Number of calls a minute for each caller. */
export interface Quota {
  /** Takes one call; returns the milliseconds to wait when none is left, else 0. */
  take(caller: string): number;
}

/** Callers remembered, at most; the one quiet for longest is dropped first. */
const callersMax = 10_000;

/** Size and clock of a quota. */
export interface QuotaOptions {
  readonly perMinuteMax: number;
  readonly now: () => number;
}

/**
 * Creates a quota that refills evenly. It keeps one number a caller: the time at which its
 * allowance would be full again.
 */
export function createQuota({ perMinuteMax, now }: QuotaOptions): Quota {
  const fullAt = new Map<string, number>();
  const costMs = 60_000 / perMinuteMax;
  return {
    take: (caller) => {
      const time = now();
      const full = Math.max(time, fullAt.get(caller) ?? time);
      const waitMs = full + costMs - time - 60_000;
      if (waitMs > 0) return Math.ceil(waitMs);
      fullAt.delete(caller);
      fullAt.set(caller, full + costMs);
      if (fullAt.size > callersMax) {
        const oldest = fullAt.keys().next();
        if (oldest.done !== true) fullAt.delete(oldest.value);
      }
      return 0;
    },
  };
}
