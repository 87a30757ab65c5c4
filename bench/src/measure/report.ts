/** One figure of a benchmark. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  /** Goal of the figure, if it has one. */
  readonly goal?: string;
  readonly reached?: boolean;
}

/** Report of a benchmark: figures for people, or one object. */
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
