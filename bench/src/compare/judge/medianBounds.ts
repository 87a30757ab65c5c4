/** Middle of values, and the value that their true median exceeds with 95 % confidence. */
export interface MedianBounds {
  readonly median: number;
  readonly lower: number;
}

/**
 * Median with its one-sided lower bound by order statistics, which assume nothing about how the
 * values spread: the k-th smallest, where fewer than k of n fair coins show heads at most once in
 * twenty times. Of 15 values it is the fourth.
 */
export function medianBounds(values: readonly number[]): MedianBounds {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const median =
    sorted.length % 2 === 0 ? (at(middle - 1) + at(middle)) / 2 : at(Math.floor(middle));
  return { median, lower: at(boundRank(sorted.length) - 1) };
}

const errorMax = 0.05;

/** Rank of the bound, from 1; the smallest value of fewer than five bounds nothing. */
function boundRank(count: number): number {
  let probability = 0.5 ** count;
  let sum = probability;
  let rank = 0;
  while (sum <= errorMax) {
    rank += 1;
    probability *= (count - rank + 1) / rank;
    sum += probability;
  }
  return Math.max(1, rank);
}
