/** Readings of a chain that another process made and shared. */
export interface SharedReading {
  /** Text of the family's own `Chain.share`. */
  readonly text: string;
  /** Milliseconds since 1970, by the clock of this process. */
  readonly sharedAt: number;
}

/** Readings of one chain that other processes share. */
export interface SharedReadings {
  /** The newest ones; undefined before there were any. */
  latest(): SharedReading | undefined;
  /** Calls back on each newer reading, for as long as the process runs. */
  listen(listener: (reading: SharedReading) => void): void;
}
