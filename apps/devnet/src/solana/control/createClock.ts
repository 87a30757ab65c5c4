/** Clock that dates blocks. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Moves the time of all future blocks forward. */
  shift(seconds: number): void;
}

/** Creates a clock that shows the system's time until it is shifted. */
export function createClock(): Clock {
  let aheadMs = 0;
  return { now: () => Date.now() + aheadMs, shift: (seconds) => void (aheadMs += 1000 * seconds) };
}
