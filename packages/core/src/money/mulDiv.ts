/*
 * Arithmetic of `Money` that has no table and no text. Pages load it without the rest.
 */

/** Basis points of the whole: 10000 = 100%. */
export const wholeBps = 10_000n;

/**
 * `floor(a * b / c)` for non-negative numbers: what a payee gets.
 *
 * @example
 * ```ts
 * Money.mulDivDown(10n, 2n, 3n); // 6n
 * ```
 */
export function mulDivDown(a: bigint, b: bigint, c: bigint): bigint {
  return (a * b) / c;
}

/**
 * `ceil(a * b / c)` for non-negative numbers: what a payer owes.
 *
 * @example
 * ```ts
 * Money.mulDivUp(10n, 2n, 3n); // 7n
 * ```
 */
export function mulDivUp(a: bigint, b: bigint, c: bigint): bigint {
  return (a * b + c - 1n) / c;
}
