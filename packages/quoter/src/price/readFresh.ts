import { PortageError, type Observed } from '@portage/core';

/** How a value is judged: its name for the error, the time, and the oldest that it may be. */
export interface Freshness {
  readonly what: string;
  readonly now: number;
  readonly maxAgeMs: number;
}

/**
 * A value from memory that is young enough. A quote is never made from a value that is missing or
 * old.
 *
 * @throws PortageError `PRICE_FETCH_FAILED`
 */
export function readFresh<T>(
  observed: Observed<T> | undefined,
  { what, now, maxAgeMs }: Freshness,
): T {
  if (observed === undefined) {
    throw new PortageError('PRICE_FETCH_FAILED', {
      message: `The ${what} is not known yet.`,
      hint: 'Ask again in a few seconds.',
    });
  }
  const ageMs = now - observed.observedAt;
  if (ageMs > maxAgeMs) {
    throw new PortageError('PRICE_FETCH_FAILED', {
      message: `The ${what} is too old to quote from.`,
      hint: 'Ask again in a few seconds.',
      context: { ageMs, maxAgeMs },
    });
  }
  return observed.value;
}
