/** `npm run local -- chaos`: see `docs/simulation.md`. */
import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { chaosFigures, isSound, printChaos } from '../test/chaos/chaosFigures.js';
import { runChaos } from '../test/chaos/runChaos.js';
import { parseCount } from './parseCount.js';

const options = new Command('npm run local -- chaos')
  .description(
    'Makes orders of every family on real processes, chains and a PostgreSQL while workers are killed at named points and at any moment, the database crashes and loses answers, endpoints lie, stall and refuse, chains reorganise and gas is dear. Checks at the end that each order ended once and that the books equal the chains.',
  )
  .option('--minutes <n>', 'minutes in which new orders are made', parseCount, 20)
  .option('--payers <n>', 'payers that pay at once', parseCount, 12)
  .option('--seed <n>', 'seed of the faults', parseCount, 1)
  .option('--log <file>', 'keep the log of all processes in a file')
  .option('--json', 'print one JSON object instead of a table; progress goes to stderr', false)
  .addHelpText(
    'after',
    '\nExit code: 0 when everything holds, 1 otherwise.\n\nExample:\n  npm run local -- chaos --minutes 5 --json',
  )
  .parse()
  .opts<{ minutes: number; payers: number; seed: number; log?: string; json: boolean }>();

const abort = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    abort.abort();
  });
const { payers, seed } = options;
const report = await runChaos({
  payers,
  seed,
  seconds: 60 * options.minutes,
  ordersMax: Number.MAX_SAFE_INTEGER,
  note: (text) => process.stderr.write(`${text}\n`),
  signal: abort.signal,
});
if (options.log !== undefined) await writeFile(options.log, `${report.log.join('\n')}\n`);
const figures = chaosFigures(report);
process.stdout.write(options.json ? `${JSON.stringify(figures)}\n` : printChaos(figures, report));
process.exitCode = isSound(figures) ? 0 : 1;
