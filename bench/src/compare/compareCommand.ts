import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { compareCommits } from './compareCommits.js';
import { isLoadName, loadNames, type LoadName } from './loads/load.js';
import { countLine, formatReport } from './printComparison.js';
import { roundsOption } from './roundsOption.js';

/** Commit that a change is compared with, as full as a commit can be named. */
const baseFile = new URL('../../base', import.meta.url);

interface Flags {
  readonly rounds: number;
  readonly json: boolean;
}

/** First argument is a commit unless it names a benchmark. */
async function readArguments(
  args: readonly string[],
): Promise<{ readonly base: string; readonly loads: readonly LoadName[] }> {
  const [first] = args;
  const isNamed = first !== undefined && !isLoadName(first);
  const names = isNamed ? args.slice(1) : args;
  const unknown = names.find((name) => !isLoadName(name));
  if (unknown !== undefined)
    throw new Error(`There is no "${unknown}" to compare: there are ${loadNames.join(', ')}.`);
  return {
    base: isNamed ? first : (await readFile(baseFile, 'utf8')).trim(),
    loads: names.length === 0 ? loadNames : names.filter(isLoadName),
  };
}

/** `compare`: this tree beside a commit, in one run. */
export function compareCommand(note: (text: string) => void): Command {
  return new Command('compare')
    .description(
      `Compares this tree with a commit in one run: ${loadNames.join(', ')}. Refuses what became slower.`,
    )
    .argument('[commit-or-names...]', 'commit (default: the one in bench/base), then benchmarks')
    .addOption(roundsOption())
    .option('--json', 'print one JSON object', false)
    .action(async (args: readonly string[], flags: Flags) => {
      const report = await compareCommits({
        ...(await readArguments(args)),
        rounds: flags.rounds,
        note,
      });
      process.stdout.write(
        flags.json ? `${JSON.stringify(report)}\n` : `\n${formatReport(report)}`,
      );
      process.stdout.write(flags.json ? '' : `${countLine(report.comparisons)}\n`);
      if (report.comparisons.some(({ refused }) => refused.length > 0)) process.exitCode = 1;
    });
}
