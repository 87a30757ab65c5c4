import { Command } from 'commander';
import { benchExecute } from './execute/benchExecute.js';
import { benchFill } from './fill/benchFill.js';
import { benchIndexing } from './indexing/benchIndexing.js';
import { printResult, type BenchResult } from './measure/report.js';
import { benchQuote } from './quote/benchQuote.js';

/** Options that every benchmark takes. */
export interface BenchOptions {
  readonly rounds: number;
  readonly note: (text: string) => void;
}

const benches: Readonly<Record<string, (options: BenchOptions) => Promise<BenchResult>>> = {
  quote: benchQuote,
  fill: benchFill,
  execute: benchExecute,
  index: benchIndexing,
};

const names = Object.keys(benches);

await new Command('bench')
  .description(`Measures ratios side by side in one run. Benchmarks: ${names.join(', ')}.`)
  .argument('[names...]', 'benchmarks to run; all when none is named', (name: string, all: readonly string[] = []) => {
    if (!names.includes(name)) throw new Error(`There is no benchmark "${name}". There are: ${names.join(', ')}.`);
    return [...all, name];
  })
  .option('--rounds <n>', 'rounds of each comparison', (text) => Number.parseInt(text, 10), 7)
  .option('--json', 'print one JSON object for each benchmark', false)
  .action(async (wanted: readonly string[] | undefined, options: { readonly rounds: number; readonly json: boolean }) => {
    const note = (text: string): void => {
      process.stderr.write(`${text}\n`);
    };
    for (const name of wanted === undefined || wanted.length === 0 ? names : wanted) {
      const bench = benches[name];
      if (bench !== undefined) printResult(await bench({ rounds: options.rounds, note }), options.json);
    }
  })
  .parseAsync();
