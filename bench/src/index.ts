import { Command, InvalidArgumentError } from 'commander';
import { compareCommand } from './compare/compareCommand.js';
import { guardCommand } from './compare/guard/guardCommand.js';
import { benchExecute } from './execute/benchExecute.js';
import { benchExchange } from './exchange/benchExchange.js';
import { benchFill } from './fill/benchFill.js';
import { benchIndexing } from './indexing/benchIndexing.js';
import { benchFees } from './fees/benchFees.js';
import { printResult, type BenchResult } from './measure/report.js';
import { benchMetrics } from './metrics/benchMetrics.js';
import { benchProcesses } from './processes/benchProcesses.js';
import { benchPush } from './push/benchPush.js';
import { benchStorage, type StorageOptions } from './storage/benchStorage.js';
import { benchQuote } from './quote/benchQuote.js';

const benches: ReadonlyMap<string, (options: StorageOptions) => Promise<BenchResult>> = new Map([
  ['quote', benchQuote],
  ['fill', benchFill],
  ['execute', benchExecute],
  ['index', benchIndexing],
  ['fees', benchFees],
  ['exchange', benchExchange],
  ['metrics', benchMetrics],
  ['push', benchPush],
  ['processes', benchProcesses],
  ['storage', benchStorage],
  // The dependencies of these take a moment to load, so they are loaded on demand.
  ['pools', async (options) => (await import('./pools/benchPools.js')).benchPools(options)],
  ['sdk', async (options) => (await import('./sdk/benchSdk.js')).benchSdk(options)],
]);

const names = [...benches.keys()];

function parseName(name: string, others: readonly string[] = []): readonly string[] {
  if (!benches.has(name)) throw new InvalidArgumentError(`There are: ${names.join(', ')}.`);
  return [...others, name];
}

function parseRounds(text: string): number {
  const rounds = Number(text);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100)
    throw new InvalidArgumentError('Rounds are a whole number from 1 to 100.');
  return rounds;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 100_000_000)
    throw new InvalidArgumentError('Orders are a whole number up to 100 million.');
  return count;
}

interface Flags {
  readonly count: number;
  readonly rounds: number;
  readonly plan: boolean;
  readonly json: boolean;
  readonly short: boolean;
}

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

await new Command('bench')
  .description(`Measures ratios side by side in one run. Benchmarks: ${names.join(', ')}.`)
  .argument('[names...]', 'benchmarks to run; all when none is named', parseName)
  .option('--rounds <n>', 'counted rounds of each comparison; one more warms up', parseRounds, 7)
  .option('--count <n>', 'ended orders in the database of storage', parseCount, 1_000_000)
  .option('--plan', 'print the plans of the queries that are measured', false)
  .option('--json', 'print one JSON object for each benchmark', false)
  .option(
    '--short',
    'few rounds of small sizes: whether each still runs, not how quick it is',
    false,
  )
  .addHelpText('after', '\nWhat each figure means: bench/README.md')
  .action(async (wanted: readonly string[], options: Flags) => {
    for (const name of wanted.length === 0 ? names : wanted) {
      const result = await benches.get(name)?.({
        rounds: options.short ? Math.min(options.rounds, 1) : options.rounds,
        isShort: options.short,
        showPlans: options.plan,
        count: options.count,
        note,
      });
      if (result !== undefined) printResult(result, options.json);
    }
  })
  .addCommand(compareCommand(note))
  .addCommand(guardCommand(note))
  .parseAsync();
