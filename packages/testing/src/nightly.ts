/** Whether this is the nightly run, which does all that takes too long for each change. */
export const isNightly: boolean = process.env['PORTAGE_NIGHTLY'] === '1';

/** Sizes of a test that draws. */
export interface Sizes {
  /** For each change. */
  readonly daily: number;
  /** For the nightly run. */
  readonly nightly: number;
}

/**
 * Size of a test that draws, in this run.
 *
 * @example
 * ```ts
 * const orders = sizeOf({ daily: 200, nightly: 2_000 });
 * ```
 */
export function sizeOf({ daily, nightly }: Sizes): number {
  return isNightly ? nightly : daily;
}
