/**
 * The judge of a change: every test, then the comparison with the commit that `bench/base` names.
 * Both end with a line `N passed, N failed`; so does this, with their sum.
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

/**
 * Compares with the commit in `bench/base`. A clone that was made without its history cannot: that
 * says nothing of the change, so it is told, and counts neither way. Where the history is there, a
 * commit that is missing is a fault.
 */
async function compare() {
  const base = readFileSync(new URL('../bench/base', import.meta.url), 'utf8').trim();
  const isThere = git('cat-file', '-e', `${base}^{commit}`).status === 0;
  const isShallow = git('rev-parse', '--is-shallow-repository').stdout.trim() === 'true';
  if (isThere || !isShallow) return await judge('scripts/bench.mjs', 'compare');
  process.stdout.write(
    `\nNOT COMPARED with ${base}: this clone is shallow. \`git fetch --unshallow\` gets its history.\n`,
  );
  return { passed: 0, failed: 0 };
}

const tests = await judge('scripts/test.mjs');
const comparison = await compare();
const { passed, failed } = sumTotals([tests, comparison]);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
