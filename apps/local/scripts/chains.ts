/** `npm run local -- chains`: see `docs/operations.md`. */
import { Command } from 'commander';
import { judgeChains } from '../test/chains/judgeChains.js';
import { runChains } from '../test/chains/runChains.js';
import { parseCount } from './parseCount.js';

const options = new Command('npm run local -- chains')
  .description(
    'Lets one worker follow many idle chains: fake nodes that make empty blocks every two seconds, and a database whose commits take time. Tells what a chain costs a second, against limits. Linux only.',
  )
  .option('--count <n>', 'chains', parseCount, 60)
  .option('--seconds <n>', 'seconds to measure once all are followed', parseCount, 60)
  .option('--calm-seconds <n>', 'seconds without a booking before that', parseCount, 15)
  .option('--commit-ms <n>', 'milliseconds that a commit takes beside the disk', parseCount, 50)
  .option('--json', 'print one JSON object instead of lines; progress goes to stderr', false)
  .addHelpText('after', '\nExit code: 0 when everything is within its limit, 1 otherwise.')
  .parse()
  .opts<{ count: number; seconds: number; calmSeconds: number; commitMs: number; json: boolean }>();

const report = await runChains({ ...options, note: (text) => process.stderr.write(`${text}\n`) });
const judged = judgeChains(report);
const isWithin = judged.every((row) => row.isWithin);
if (options.json) process.stdout.write(`${JSON.stringify({ ...report, judged, isWithin })}\n`);
else {
  const lines = judged.map(
    ({ what, value, limit, isWithin: isGood }) =>
      `  ${what.padEnd(42)} ${value.toFixed(2).padStart(8)} of ${String(limit).padStart(4)}  ${isGood ? 'ok' : 'TOO MUCH'}`,
  );
  const { count, seconds, servicePercent, postgresPercent } = report;
  process.stdout.write(
    [
      `${String(count)} idle chains in ${String(seconds)} s, for each chain (service ${servicePercent.toFixed(2)} %, PostgreSQL ${postgresPercent.toFixed(2)} % of a core):`,
      ...lines,
      ...report.warnings.slice(0, 20),
      isWithin ? 'ok' : 'FAILED: something is above its limit',
      '',
    ].join('\n'),
  );
}
process.exitCode = isWithin ? 0 : 1;
