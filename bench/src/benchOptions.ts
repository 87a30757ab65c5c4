/** Options that every benchmark takes. */
export interface BenchOptions {
  /** Counted rounds of each comparison; one more warms up before. */
  readonly rounds: number;
  /** Show how the database finds what it is asked for. */
  readonly showPlans?: boolean;
  /** Hears how the run goes on. */
  readonly note: (text: string) => void;
}
