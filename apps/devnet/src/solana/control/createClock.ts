/** The time by which blocks are dated. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Puts the time of all blocks to come forward. */
  shift(seconds: number): void;
}

/** A clock that shows this machine's time until it is shifted. */
export function createClock(): Clock {
  let aheadMs = 0;
  return {
    now: () => Date.now() + aheadMs,
    shift: (seconds) => void (aheadMs += 1000 * seconds),
  };
}
