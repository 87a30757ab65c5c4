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

/** Cases of a test of which one stands for the others. */
export interface Cases<T> {
  /** For each change. */
  readonly daily: readonly T[];
  /** For the nightly run: all of them. */
  readonly nightly: readonly T[];
}

/**
 * Cases of a test in this run, each with its place among all: what they share is tested with every
 * change, and each of them every night.
 *
 * @example
 * ```ts
 * const points = casesOf({ daily: ['stored'], nightly: ['settlement', 'stored', 'sent'] });
 * for (const [point, index] of points) console.log(`${String(index)}: dies at ${point}`);
 * ```
 */
export function casesOf<T>({ daily, nightly }: Cases<T>): readonly (readonly [T, number])[] {
  const all = nightly.map((one, index) => [one, index] as const);
  return isNightly ? all : all.filter(([one]) => daily.includes(one));
}
