/** Value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Smallest, middle and largest value. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

/** Summary of values; the median is the one to quote. */
export function spread(values: readonly number[]): Spread {
  return { min: Math.min(...values), median: median(values), max: Math.max(...values) };
}

/** Median with its range, as reports print it. */
export function formatSpread(values: readonly number[], digits = 0): string {
  const { min, median: middle, max } = spread(values);
  return `${middle.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}
