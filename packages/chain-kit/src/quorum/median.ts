/**
 * The middle of some values, which less than half of them cannot move beyond the others; of two
 * middle ones the lower. Undefined of none.
 *
 * @example
 * ```ts
 * import { median } from '@portage/chain-kit';
 *
 * median([7n, 900n, 5n]); // 7n
 * ```
 */
export function median(values: readonly bigint[]): bigint | undefined {
  return [...values].sort((a, b) => (a < b ? -1 : 1))[Math.floor((values.length - 1) / 2)];
}
