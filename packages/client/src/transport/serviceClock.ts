/** Answer of the service, as far as its time is concerned. */
export interface DatedAnswer {
  readonly method: string;
  /** Milliseconds since 1970 by the clock of this machine, when the call began. */
  readonly sentAt: number;
  readonly headers: Headers;
}

/** The service's time, as its answers tell it. */
export interface ServiceClock {
  /**
   * Milliseconds since 1970 by the service; by this machine before an answer said its time.
   *
   * @param at - moment by this machine's clock; by default now
   */
  readonly now: (at?: number) => number;
  /** Reads the time of an answer that came just now. */
  read(answer: DatedAnswer): void;
}

/** The `date` of an answer is cut to whole seconds. */
const dateMs = 1_000;
/** Difference between two clocks that is none: machines answer late, and write dates ahead. */
const toleranceMs = 2_000;

/**
 * Keeps the difference between this machine's clock and the service's, by the `date` of answers.
 * Quotes end by the service's clock, and the clock of a caller may be minutes off.
 */
export function createServiceClock(): ServiceClock {
  let aheadMs = 0;
  return {
    now: (at = Date.now()) => at + aheadMs,
    read: ({ method, sentAt, headers }) => {
      // An answer out of a cache tells when it was kept.
      const isKept =
        method === 'GET' && !/no-(cache|store)/.test(headers.get('cache-control') ?? '');
      const date = isKept ? Number.NaN : Date.parse(headers.get('date') ?? '');
      if (Number.isNaN(date)) return;
      // It was written between the call and now.
      const least = date - Date.now();
      const most = date + dateMs - sentAt;
      if (least <= toleranceMs && most >= -toleranceMs) aheadMs = 0;
      else aheadMs = least > toleranceMs ? least : most;
    },
  };
}
