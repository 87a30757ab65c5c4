/** Difference between the clock of the process and another one. */
export interface ClockOffset {
  /** The other clock: times of the newest blocks of the chains, or the database. */
  readonly against: 'chains' | 'database';
  /** Seconds; positive where our clock is ahead. */
  readonly seconds: number;
}

/** The clock of a process, held against those that others keep. All answers are from memory. */
export interface ClockWatch {
  /** Differences that were measured; one is missing while it could not be measured. */
  offsets(): readonly ClockOffset[];
  /** Sentence about a clock that is too far off to quote by; undefined while it is right. */
  fault(): string | undefined;
}

/** Watch of a process whose clock is held against nothing. */
export const noClockWatch: ClockWatch = { offsets: () => [], fault: () => undefined };
