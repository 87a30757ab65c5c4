/** `npm run local -- rolling`: see `docs/operations.md`. */
import { Command } from 'commander';
import { runRolling } from '../test/rolling/runRolling.js';
import { percentile } from '../test/rolling/startLoad.js';
import { parseCount } from './parseCount.js';

const options = new Command('npm run local -- rolling')
  .description(
    'Asks for quotes at a constant rate while every process of a service on a devnet is restarted, one after the other, behind a balancer. No quote may fail.',
  )
  .option('--rate <n>', 'quotes each second', parseCount, 100)
  .option('--processes <n>', 'processes of the API, and as many workers', parseCount, 2)
  .option('--json', 'print one JSON object instead of a table; progress goes to stderr', false)
  .addHelpText('after', '\nExit code: 0 when no quote failed, 1 otherwise.')
  .parse()
  .opts<{ rate: number; processes: number; json: boolean }>();

const report = await runRolling({ ...options, note: (text) => process.stderr.write(`${text}\n`) });
const failed = [...report.failures.values()].reduce((sum, count) => sum + count, 0);
const milliseconds = Object.fromEntries(
  (
    [
      ['p50', 0.5],
      ['p95', 0.95],
      ['p99', 0.99],
      ['max', 1],
    ] as const
  ).map(([name, share]) => [name, Math.round(percentile(report, share) * 10) / 10]),
);
const isSound = failed === 0 && report.uncleanEnds.length === 0 && report.requests > 0;
if (options.json)
  process.stdout.write(
    `${JSON.stringify({
      requests: report.requests,
      failed,
      failures: Object.fromEntries(report.failures),
      restarts: report.restarts,
      uncleanEnds: report.uncleanEnds,
      seconds: Math.round(report.seconds),
      milliseconds,
      isSound,
    })}\n`,
  );
else
  process.stdout.write(
    [
      `requests   ${String(report.requests)} in ${report.seconds.toFixed(0)} s, ${(report.requests / report.seconds).toFixed(0)} each second`,
      `restarts   ${String(report.restarts)}`,
      `failures   ${String(failed)}`,
      `latency    ${Object.entries(milliseconds)
        .map(([name, ms]) => `${name} ${String(ms)} ms`)
        .join(', ')}`,
      ...[...report.failures].map(([text, count]) => `  ${String(count)} × ${text}`),
      ...report.uncleanEnds.map((text) => `  ${text}`),
      isSound ? 'ok' : 'FAILED',
      '',
    ].join('\n'),
  );
process.exitCode = isSound ? 0 : 1;
