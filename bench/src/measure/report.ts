/** One figure of a benchmark. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  /** What was to be reached, where somebody named it. */
  readonly goal?: string;
  readonly reached?: boolean;
}

/** What a benchmark prints: figures for people, or one object. */
export interface BenchResult {
  readonly bench: string;
  readonly figures: readonly Figure[];
  readonly notes: readonly string[];
}

/** Prints a result as an aligned table or as JSON. */
export function printResult(result: BenchResult, json: boolean): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(result)}\n`);
    return;
  }
  const width = Math.max(...result.figures.map((figure) => figure.name.length));
  const lines = result.figures.map((figure) => {
    const goal =
      figure.goal === undefined
        ? ''
        : `   goal ${figure.goal}${figure.reached === undefined ? '' : figure.reached ? ' ✓' : ' ✗'}`;
    return `  ${figure.name.padEnd(width)}  ${figure.value}${goal}`;
  });
  process.stdout.write(
    `\n${result.bench}\n${lines.join('\n')}\n${result.notes.map((note) => `  ${note}`).join('\n')}\n`,
  );
}
