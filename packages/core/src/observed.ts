/** A value kept in memory, with the time at which it was true. Users decide how old is too old. */
export interface Observed<T> {
  readonly value: T;
  /** Milliseconds since 1970. */
  readonly observedAt: number;
}

/**
 * Milliseconds by which a reading is away from now. One that seems to be of the future counts as
 * old as it is ahead: a clock that was set back must not keep it young.
 *
 * @param now - milliseconds since 1970
 * @example
 * ```ts
 * ageOf({ observedAt: 1_000 }, 1_250); // 250
 * ageOf({ observedAt: 1_000 }, 400); // 600
 * ```
 */
export function ageOf({ observedAt }: Pick<Observed<unknown>, 'observedAt'>, now: number): number {
  return Math.abs(now - observedAt);
}
