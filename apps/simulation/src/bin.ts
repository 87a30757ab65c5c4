#!/usr/bin/env node
/** `npm run local -- simulate`: see `docs/simulation.md`. */
import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { medianSeeds, printResult, runPlantedBugs } from './runPlantedBugs.js';
import { printReport } from './report/printReport.js';
import { readCommit } from './report/readCommit.js';
import { sumEpisodes } from './report/sumEpisodes.js';
import { planEpisodes } from './runSimulation.js';
import { runInProcesses, runAsChild } from './runInProcesses.js';

function parseCount(text: string): number {
  const count = Number(text);
  if (!/^[0-9]{1,15}$/.test(text) || count < 1)
    throw new InvalidArgumentError('It is a whole number from 1.');
  return count;
}

interface SimulateOptions {
  readonly orders: number;
  readonly seed: string;
  readonly json: boolean;
  readonly processes: number;
  readonly planted: boolean;
  readonly seeds: number;
  readonly bugs?: string;
}

async function simulatePlanted({ seeds, json, bugs }: SimulateOptions): Promise<void> {
  const results = await runPlantedBugs({
    seedsMax: seeds,
    codes: bugs?.split(','),
    onResult: (result) => {
      process.stderr.write(`${printResult(result)}\n`);
    },
  });
  const caught = results.filter(({ isCaught }) => isCaught).length;
  const median = medianSeeds(results);
  const sum = `planted bugs caught: ${String(caught)} of ${String(results.length)}, median seeds to find: ${String(median)}`;
  process.stdout.write(
    json
      ? `${JSON.stringify({ caught, of: results.length, medianSeeds: median, results })}\n`
      : `${[...results.map(printResult), sum].join('\n')}\n`,
  );
  process.exitCode = results.length > 0 && caught === results.length ? 0 : 1;
}

async function simulate(): Promise<void> {
  const options = new Command('npm run local -- simulate')
    .description(
      'Runs orders through settlement, indexer and solver on chains in memory and a real PostgreSQL, under faults, kills and reorgs that a seed decides. Checks that each order ended once and that the books equal the chains.',
    )
    .option('--orders <n>', 'orders to make', parseCount, 2_000)
    .option('--seed <seed>', 'seed of orders and faults; that of an episode runs it alone', '1')
    .option(
      '--processes <n>',
      'processes to run in',
      parseCount,
      Math.min(2, availableParallelism()),
    )
    .option('--planted', 'look for planted bugs instead', false)
    .option('--bugs <codes>', 'only these planted bugs, with commas, such as PB4,PB9')
    .option('--seeds <n>', 'seeds that a planted bug may take', parseCount, 8)
    .option('--json', 'print one JSON object instead of a table; progress goes to stderr', false)
    .addHelpText(
      'after',
      '\nExit code: 0 when everything holds, 1 otherwise.\n\nExamples:\n  npm run local -- simulate --orders 2000 --seed 7\n  npm run local -- simulate --orders 250 --seed 7.3',
    )
    .parse()
    .opts<SimulateOptions>();
  const { orders, seed, json, processes, planted } = options;
  if (planted) {
    await simulatePlanted(options);
    return;
  }
  const started = performance.now();
  const commit = readCommit();
  let done = 0;
  const planned = planEpisodes(orders, seed);
  const episodes = await runInProcesses(planned, {
    processes: Math.min(processes, planned.length),
    onEpisode: (episode) => {
      done += episode.orders;
      process.stderr.write(`${String(done)} of ${String(orders)} orders, seed ${episode.seed}\n`);
    },
  });
  const facts = { seed, commit, ms: performance.now() - started };
  const report = sumEpisodes(facts, episodes);
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : printReport(report));
  process.exitCode = report.failedSeeds.length === 0 ? 0 : 1;
}

if (process.send === undefined) await simulate();
else await runAsChild();
