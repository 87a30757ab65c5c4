/** `npm run local -- board`: see `docs/performance.md`. */
import { Command } from 'commander';
import { judgeBoard, printBoard } from '../test/board/judgeBoard.js';
import { runBoard } from '../test/board/runBoard.js';
import { parseCount } from './parseCount.js';

const options = new Command('npm run local -- board')
  .description(
    'Asks a service on a devnet for quotes as public boards do: four routes at three sizes, one quote after the other, straight and with latency added by a proxy. Tells p50, p90 and p99 in milliseconds, and the share of quotes that came.',
  )
  .option('--rounds <n>', 'quotes of each route, size and latency', parseCount, 50)
  .option('--latency <ms>', 'milliseconds that the proxy adds, there and back', parseCount, 80)
  .option('--json', 'print one JSON object instead of a table; progress goes to stderr', false)
  .addHelpText('after', '\nExit code: 0 when every quote came, 1 otherwise.')
  .parse()
  .opts<{ rounds: number; latency: number; json: boolean }>();

const samples = await runBoard({
  rounds: options.rounds,
  latencyMs: options.latency,
  note: (text) => process.stderr.write(`${text}\n`),
});
const board = judgeBoard(samples);
if (options.json) process.stdout.write(`${JSON.stringify({ rounds: options.rounds, ...board })}\n`);
else {
  const failures = board.rows
    .filter(({ failure }) => failure !== null)
    .map(({ route, usd, failure }) => `  ${route}, ${String(usd)} USD: ${String(failure)}`);
  const end = board.isSound ? 'ok' : 'FAILED: not every quote came';
  process.stdout.write([printBoard(board), '', ...failures, end, ''].join('\n'));
}
process.exitCode = board.isSound ? 0 : 1;
