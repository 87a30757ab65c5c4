/** `npm run local -- push`: see `docs/operations.md`. */
import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { judgePush } from '../test/push/judge/judgePush.js';
import { printPush } from '../test/push/printPush.js';
import { runPush } from '../test/push/runPush.js';
import { parseCount } from './parseCount.js';

/** Reads a number of kills, of which there may be none. */
function parseKills(text: string): number {
  const kills = Number(text);
  if (!Number.isInteger(kills) || kills < 0 || kills > 1_000)
    throw new InvalidArgumentError('It is a whole number from 0 to 1000.');
  return kills;
}

interface Flags {
  readonly requests: number;
  readonly kills: number;
  readonly payers?: number;
  readonly seed: number;
  readonly log?: string;
  readonly json: boolean;
}

const options = new Command('npm run local -- push')
  .description(
    'Makes requests of six apps on a real service and PostgreSQL while its workers get SIGKILL at any moment and beside a delivery, and receivers answer well, hang, fail, redirect, close or are away for an hour. Then moves the clock of the workers until all is told, and checks that every webhook was told of everything that the ledger has, in order for each request and signed. Without kills, it measures how long an event takes to arrive.',
  )
  .option('--requests <n>', 'requests', parseCount, 200)
  .option('--kills <n>', 'deaths of workers; with 0 of them, latency is judged', parseKills, 10)
  .option('--payers <n>', 'payers that pay at once (default: 8, or 1 without kills)', parseCount)
  .option('--seed <n>', 'seed of the faults', parseCount, 1)
  .option('--log <file>', 'keep the log of all processes in a file')
  .option('--json', 'print one JSON object instead of a table; progress goes to stderr', false)
  .addHelpText(
    'after',
    '\nExit code: 0 when everything holds, 1 otherwise.\n\nExample:\n  npm run local -- push --requests 2000 --kills 50 --json',
  )
  .parse()
  .opts<Flags>();

const { requests, kills, seed } = options;
const report = await runPush({
  requests,
  kills,
  seed,
  payers: options.payers ?? (kills === 0 ? 1 : 8),
  note: (text) => process.stderr.write(`${text}\n`),
});
if (options.log !== undefined) await writeFile(options.log, report.log);
const judged = judgePush(report);
process.stdout.write(options.json ? `${JSON.stringify(judged)}\n` : printPush(judged));
process.exitCode = judged.isSound ? 0 : 1;
