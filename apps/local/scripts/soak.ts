/** `npm run local -- soak`: see `docs/operations.md`. */
import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { isSound, printSoak, soakJson } from '../test/soak/printSoak.js';
import { runSoak } from '../test/soak/runSoak.js';
import { parseCount } from './parseCount.js';

const options = new Command('npm run local -- soak')
  .description(
    'Makes orders on a devnet (EVM and Solana: bridges, swaps, permits, calls, refunds) while chains reorganise, workers are killed and one of three endpoints lies. Checks at the end that each order ended once and that the books equal the chains.',
  )
  .option('--orders <n>', 'orders to make', parseCount, 200)
  .option('--payers <n>', 'payers that pay at once', parseCount, 12)
  .option('--seed <n>', 'seed of the faults', parseCount, 1)
  .option('--reorgs', 'let chains reorganise, up to two blocks deep', false)
  .option('--kills', 'kill a worker with SIGKILL every few seconds and start it again', false)
  .option('--liar', 'let one of three endpoints of each chain lie', false)
  .option('--log <file>', 'keep the log of all processes in a file')
  .option('--json', 'print one JSON object instead of a table; progress goes to stderr', false)
  .addHelpText(
    'after',
    '\nWithout --reorgs, --kills and --liar there are no faults.\nExit code: 0 when everything holds, 1 otherwise.\n\nExample:\n  npm run local -- soak --orders 200 --reorgs --kills --liar',
  )
  .parse()
  .opts<{
    orders: number;
    payers: number;
    seed: number;
    reorgs: boolean;
    kills: boolean;
    liar: boolean;
    log?: string;
    json: boolean;
  }>();

const abort = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    abort.abort();
  });
const report = await runSoak({
  ...options,
  note: (text) => process.stderr.write(`${text}\n`),
  signal: abort.signal,
});
if (options.log !== undefined) await writeFile(options.log, `${report.log.join('\n')}\n`);
process.stdout.write(options.json ? `${JSON.stringify(soakJson(report))}\n` : printSoak(report));
process.exitCode = isSound(report, options.orders) ? 0 : 1;
