/** Options that every benchmark takes. */
export interface BenchOptions {
  /** Counted rounds of each comparison; one more warms up before. */
  readonly rounds: number;
  /** Hears how the run goes on. */
  readonly note: (text: string) => void;
}
