/**
 * The judge of a change: every test, then the comparison with the commit that `bench/base` names.
 * Both end with a line `N passed, N failed`; so does this, with their sum.
 */
import { spawn } from 'node:child_process';
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

const tests = await judge('scripts/test.mjs');
const comparison = await judge('scripts/bench.mjs', 'compare');
const { passed, failed } = sumTotals([tests, comparison]);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
