/** A value kept in memory, with the time at which it was true. Users decide how old is too old. */
export interface Observed<T> {
  readonly value: T;
  /** Milliseconds since 1970. */
  readonly observedAt: number;
}
