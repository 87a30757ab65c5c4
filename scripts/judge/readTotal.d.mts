/** Counts of tests or benchmarks. */
export interface Total {
  readonly passed: number;
  readonly failed: number;
}

export function readTotal(text: string, code: number): Total;
export function sumTotals(totals: readonly Total[]): Total;
