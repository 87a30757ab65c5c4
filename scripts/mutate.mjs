/**
 * `npm run mutate [-- TARGET …]`: changes the code that money hangs on, one place at a time, and
 * counts the changes that the tests notice. A score may only rise: below `mutation/scores.json` the
 * run fails. `--help` lists the targets.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { setUpTools } from './setup.mjs';
import { targets } from './mutation/targets.mjs';

const usage = `Usage: npm run mutate [-- TARGET …] [--json]

Changes the code of a target one place at a time, and counts the changes that its tests notice.
Fails where a score is below scripts/mutation/scores.json. Two to fifteen minutes a target.

Targets: ${Object.keys(targets).join(', ')}; all when none is named.
`;

const options = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } };
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const unknown = positionals.filter((name) => !(name in targets));
if (values.help === true || unknown.length > 0) {
  if (unknown.length > 0) process.stderr.write(`There is no target ${unknown.join(', ')}.\n`);
  process.stdout.write(usage);
  process.exit(unknown.length > 0 ? 2 : 0);
}

await setUpTools();
// Installed by now; its messages would mix with the figures.
const { runTarget } = await import('./mutation/runTarget.mjs');
const least = JSON.parse(readFileSync(new URL('mutation/scores.json', import.meta.url), 'utf8'));
const concurrency = Math.max(1, availableParallelism());
for (const name of positionals.length > 0 ? positionals : Object.keys(targets)) {
  const result = await runTarget(name, { concurrency });
  if (result.score < least[name]) process.exitCode = 1;
  if (values.json === true) {
    process.stdout.write(`${JSON.stringify({ target: name, least: least[name], ...result })}\n`);
    continue;
  }
  const missed = result.missed.map((line) => `  ${line}\n`).join('');
  const verdict = result.score < least[name] ? `, below ${String(least[name])}` : '';
  process.stdout.write(
    `${name}: ${String(result.score)} % of ${String(result.mutants)} changes are noticed${verdict}\n${missed}`,
  );
}
