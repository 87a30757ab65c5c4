/** Options that every benchmark takes. */
export interface BenchOptions {
  /** Counted rounds of each comparison; one more round warms up first. */
  readonly rounds: number;
  /** Prints the database's query plans. */
  readonly showPlans?: boolean;
  /** Small sizes, which show that the benchmark runs and not how quick anything is. */
  readonly isShort?: boolean;
  /** Receives the progress of the run. */
  readonly note: (text: string) => void;
}
