const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Pauses in milliseconds before each repeated attempt: 10 of them, within 24 hours. */
export const retryPauses: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  1 * hour,
  2 * hour,
  4 * hour,
  8 * hour,
  8 * hour,
];

/**
 * Time of the next attempt in milliseconds since 1970; undefined once a delivery is given up.
 *
 * @param failures - attempts that have failed, this one among them
 */
export function nextAttemptAt(failures: number, now: number): number | undefined {
  const pause = retryPauses[failures - 1];
  return pause === undefined ? undefined : now + pause;
}
