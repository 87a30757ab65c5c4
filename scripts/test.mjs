/**
 * `npm test`: sets up, then runs every check and every test, and ends with one line `N passed, N failed`.
 * `npm test -- NAME …` runs only the named parts (see `parts`).
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageManager, pnpm, root, setUp } from './setup.mjs';

const reports = mkdtempSync(join(tmpdir(), 'portage-test-'));

/** A part that only passes or fails counts as one test. */
function check(args) {
  return async () => ((await pnpm(args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

/** Runs a vitest project and counts its tests. */
function vitest(project) {
  return async () => {
    const file = join(reports, `${project}.json`);
    const code = await pnpm(['exec', 'vitest', 'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
    const report = JSON.parse(readFileSync(file, 'utf8'));
    // Unhandled errors fail a run without failing a test; files that cannot be loaded, or whose hooks fail, have no failed test.
    const broken = report.testResults.filter((result) => result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed')).length;
    const failed = report.numFailedTests + broken;
    return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
  };
}

/** Runs the contracts' own tests and counts them by their closing line. */
async function forge() {
  const output = await capture(['--filter', '@portage/contracts', 'run', 'test:forge']);
  const closing = /(\d+) tests passed, (\d+) failed/.exec(output.text);
  if (closing === null) return { passed: 0, failed: 1 };
  const failed = Number(closing[2]);
  return { passed: Number(closing[1]), failed: failed === 0 && output.code !== 0 ? 1 : failed };
}

function capture(args) {
  return new Promise((resolve, reject) => {
    let text = '';
    const child = spawn('npx', ['-y', packageManager, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32' });
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (chunk) => {
      text += chunk;
      process.stdout.write(chunk);
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, text }));
  });
}

const parts = {
  types: check(['run', 'types']),
  lint: check(['run', 'lint']),
  layers: check(['run', 'layers']),
  unused: check(['run', 'unused']),
  states: check(['run', 'states:check']),
  packages: check(['run', 'packages']),
  size: check(['run', 'size']),
  generated: check(['--filter', '@portage/contracts', 'run', 'generate:check']),
  snapshot: check(['--filter', '@portage/contracts', 'run', 'snapshot:check']),
  forge,
  unit: vitest('unit'),
  node: vitest('node'),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0 || wanted.includes('--help')) {
  process.stdout.write(`Usage: npm test [-- PART …]\nParts: ${Object.keys(parts).join(', ')}\n`);
  process.exit(unknown.length > 0 && !wanted.includes('--help') ? 2 : 0);
}

await setUp();
const total = { passed: 0, failed: 0 };
const lines = [];
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`\n== ${name}\n`);
  const started = Date.now();
  const result = await part();
  total.passed += result.passed;
  total.failed += result.failed;
  lines.push(`${name.padEnd(10)} ${String(result.passed).padStart(5)} passed ${String(result.failed).padStart(4)} failed ${((Date.now() - started) / 1000).toFixed(0).padStart(5)} s`);
}
rmSync(reports, { recursive: true, force: true });
process.stdout.write(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
