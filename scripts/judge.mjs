/**
 * The judge of a change: every test, then five runs of the node tests that changed last, then the
 * comparison with the commit that `bench/base` names. Each ends with a line `N passed, N failed`;
 * so does this, with their sum.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readTotal, sumTotals } from './judge/readTotal.mjs';
import { env, root } from './setup.mjs';

/** Runs a script, shows what it prints, and resolves with what its last line counts. */
function judge(...args) {
  return new Promise((resolve, reject) => {
    let end = '';
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env,
    });
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      process.stdout.write(chunk);
      end = `${end}${chunk}`.slice(-1_000);
    });
    child.once('error', reject);
    child.once('close', (code) => resolve(readTotal(end, code)));
  });
}

/** What git answers. */
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

/** Commit that benchmarks are compared with. */
const base = readFileSync(new URL('../bench/base', import.meta.url), 'utf8').trim();

/**
 * Whether the history goes back to that commit. A clone that was made without it says nothing of
 * the change, so that is told, and counts neither way. Where the history is there, a commit that is
 * missing is a fault.
 */
function hasHistory() {
  const isThere = git('cat-file', '-e', `${base}^{commit}`).status === 0;
  return isThere || git('rev-parse', '--is-shallow-repository').stdout.trim() !== 'true';
}

/** Runs the node tests that changed last five times, for as long as a judge has time. */
const repeatChanged = () =>
  judge(
    'scripts/stress.mjs',
    '--changed',
    base,
    '--times',
    '5',
    '--minutes',
    '5',
    '--load',
    '0',
    '--no-stops',
  );

const totals = [await judge('scripts/test.mjs')];
if (hasHistory()) totals.push(await repeatChanged(), await judge('scripts/bench.mjs', 'compare'));
else
  process.stdout.write(
    `\nNOT COMPARED with ${base}: this clone is shallow. \`git fetch --unshallow\` gets its history.\n`,
  );
const { passed, failed } = sumTotals(totals);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
