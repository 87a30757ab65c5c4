import { Command, InvalidArgumentError } from 'commander';
import { isLoadName, loadNames, type LoadName } from '../loads/load.js';
import { roundsOption } from '../roundsOption.js';
import { runGuard, type GuardResult } from './runGuard.js';

interface Flags {
  readonly times: number;
  readonly planted: number;
  readonly percent: number;
  readonly rounds: number;
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('It is a whole number of at least 1.');
  return value;
}

function parseName(name: string, others: readonly LoadName[] = []): readonly LoadName[] {
  if (!isLoadName(name)) throw new InvalidArgumentError(`There are: ${loadNames.join(', ')}.`);
  return [...others, name];
}

/** `guard`: shows that `compare` passes one commit beside itself and refuses a slower one. */
export function guardCommand(note: (text: string) => void): Command {
  return new Command('guard')
    .description('Compares a commit with itself and with a planted slowdown, many times.')
    .argument('[names...]', `of ${loadNames.join(', ')}; all when none is named`, parseName)
    .option('--times <n>', 'comparisons of the commit with itself', positive, 20)
    .option('--planted <n>', 'comparisons with a planted slowdown', positive, 10)
    .option('--percent <n>', 'planted share of the CPU of an order', positive, 25)
    .addOption(roundsOption())
    .action(async (names: readonly LoadName[], flags: Flags) => {
      const results = await runGuard({
        loads: names.length === 0 ? loadNames : names,
        times: flags.times,
        plantedTimes: flags.planted,
        percent: flags.percent,
        rounds: flags.rounds,
        note,
      });
      for (const result of results) process.stdout.write(`${formatResult(result, flags)}\n`);
      const isRight = results.every(
        (result) => result.refusedOfSame === 0 && result.refusedOfPlanted === flags.planted,
      );
      process.exitCode = isRight ? 0 : 1;
    });
}

function formatResult(result: GuardResult, { times, planted, percent }: Flags): string {
  const range = ([least, most]: readonly [number, number]): string =>
    `${least.toFixed(3)}–${most.toFixed(3)}`;
  return `${result.bench.padEnd(6)} beside itself: ${String(result.refusedOfSame)} of ${String(times)} refused (ratios ${range(result.sameRatios)}); ${String(percent)} % slower: ${String(result.refusedOfPlanted)} of ${String(planted)} refused (${range(result.plantedRatios)})`;
}
