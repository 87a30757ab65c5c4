/** How one run of a file ended. */
export interface RunResult {
  readonly file: string;
  /** Which of its runs, from 1. */
  readonly time: number;
  readonly ok: boolean;
  readonly seconds: number;
  /** The first thing that a failed run says. */
  readonly message?: string;
}
export declare function openResults(path: string | undefined): {
  has(run: Pick<RunResult, 'file' | 'time'>): boolean;
  add(result: RunResult): void;
  all(): readonly RunResult[];
};
