/** `npm run local -- idle`: see `docs/operations.md`. */
import { Command } from 'commander';
import { runIdle } from '../test/idle/runIdle.js';
import { parseCount } from './parseCount.js';

const options = new Command('npm run local -- idle')
  .description(
    'Lets workers share a database on a devnet without any work. No line of their logs may be a warning or an error (level 40 and above).',
  )
  .option('--seconds <n>', 'seconds to idle once all are ready', parseCount, 60)
  .option('--workers <n>', 'workers', parseCount, 2)
  .option('--json', 'print one JSON object instead of lines; progress goes to stderr', false)
  .addHelpText('after', '\nExit code: 0 when there is no such line, 1 otherwise.')
  .parse()
  .opts<{ seconds: number; workers: number; json: boolean }>();

const report = await runIdle({ ...options, note: (text) => process.stderr.write(`${text}\n`) });
const { lines, warnings, foreign } = report;
const isQuiet = warnings.length + foreign.length === 0;
if (options.json) process.stdout.write(`${JSON.stringify({ ...report, isQuiet })}\n`);
else {
  const counts = Object.entries(lines).map(
    ([level, count]) => `${String(count)} of level ${level}`,
  );
  process.stdout.write(
    [
      `${String(report.workers)} idle workers in ${String(report.seconds)} s: ${counts.join(', ')}`,
      ...[...warnings, ...foreign].map((line) => `  ${line}`),
      isQuiet ? 'ok' : 'FAILED: a line of level 40 or above, or one that is no log line',
      '',
    ].join('\n'),
  );
}
process.exitCode = isQuiet ? 0 : 1;
