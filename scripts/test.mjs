/**
 * `npm test`: sets up, then runs every check and every test, and ends with one line
 * `N passed, N failed`; what failed is said once more before it. `npm test -- NAME …` runs only the
 * named parts.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { env, packageManager, root, setUp } from './setup.mjs';

const reports = mkdtempSync(join(tmpdir(), 'portage-test-'));

/**
 * Runs a command of the package manager beside the build; its output is also written as it comes
 * where `isShown`.
 */
function pnpm(args, { isShown }) {
  return new Promise((resolve, reject) => {
    let text = '';
    const child = spawn('npx', ['-y', packageManager, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, PORTAGE_TEST_BUILT: '1', PORTAGE_PACKED: join(reports, 'packed') },
      shell: process.platform === 'win32',
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
        if (isShown) process.stdout.write(chunk);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, text }));
  });
}

/** A part that only passes or fails counts as one test. */
function check(args) {
  return async (options) => {
    const { code, text } = await pnpm(args, options);
    const failures = code === 0 ? [] : [lastLines(text)];
    return { passed: code === 0 ? 1 : 0, failed: failures.length, failures, text };
  };
}

/** End of an output, which says what is wrong. */
function lastLines(text) {
  return text.trimEnd().split('\n').slice(-30).join('\n');
}

/** Failed tests of a report with the first words of what they say, and files that did not run. */
function readFailures({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${file}\n${message}`] : [];
    return failed.map(
      ({ fullName, failureMessages }) =>
        `${file}: ${fullName}\n${failureMessages.join('\n').split('\n', 4).join('\n').slice(0, 600)}`,
    );
  });
}

/** Runs a vitest project and counts its tests. */
function vitest(project) {
  return async (options) => {
    const file = join(reports, `${project}.json`);
    const { code, text } = await pnpm(
      [
        'exec',
        'vitest',
        'run',
        '--project',
        project,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ],
      options,
    );
    const report = JSON.parse(readFileSync(file, 'utf8'));
    // Files that cannot be loaded, or whose hooks fail, have no failed test.
    const failures = readFailures(report);
    // Unhandled errors fail a run without failing a test.
    if (code !== 0 && failures.length === 0) failures.push(lastLines(text));
    return { passed: report.numPassedTests, failed: failures.length, failures, text };
  };
}

/** Runs the contracts' own tests and counts them by their closing line. */
async function forge(options) {
  const { code, text } = await pnpm(
    ['--filter', '@portage/contracts', 'run', 'test:forge'],
    options,
  );
  const closing = /(\d+) tests passed, (\d+) failed/.exec(text);
  if (closing === null) return { passed: 0, failed: 1, failures: [lastLines(text)], text };
  const failures = text.split('\n').filter((line) => line.startsWith('[FAIL'));
  const failed = Number(closing[2]);
  return {
    ...{ passed: Number(closing[1]), failed: failed === 0 && code !== 0 ? 1 : failed },
    ...{ failures, text },
  };
}

const contracts = (script) => check(['--filter', '@portage/contracts', 'run', script]);

/**
 * Lists of parts. Two lists run side by side, most of them work for one core; the parts of one
 * list, one after the other, because they share what they build. What runs on real chains and
 * databases has the machine to itself.
 */
const sideBySide = [
  { generated: contracts('generate:check'), snapshot: contracts('snapshot:check'), forge },
  { lint: check(['run', 'lint']) },
  { unit: vitest('unit') },
  { types: check(['run', 'types']) },
  { packages: check(['run', 'packages']) },
  { unused: check(['run', 'unused']) },
  { size: check(['run', 'size']) },
  { 'install-weight': check(['run', 'install-weight']) },
  { format: check(['run', 'format:check']) },
  { layers: check(['run', 'layers']) },
  { doors: check(['run', 'doors']) },
  { words: check(['run', 'words']) },
  { width: check(['run', 'width']) },
  { docs: check(['run', 'docs']) },
  { examples: check(['run', 'examples']) },
  { states: check(['run', 'states:check']) },
  { cases: check(['run', 'cases:check']) },
  { anchors: check(['run', 'anchors']) },
  { descriptions: check(['run', 'descriptions:check']) },
  { abi: check(['run', 'abi:check']) },
  { serializer: check(['run', 'serializer:check']) },
];
const alone = {
  node: vitest('node'),
  lighthouse: vitest('lighthouse'),
  'examples:run': check(['run', 'examples:run']),
};
const names = [...sideBySide, alone].flatMap((parts) => Object.keys(parts));

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0 || wanted.includes('--help')) {
  process.stdout.write(`Usage: npm test [-- PART …]\nParts: ${names.join(', ')}\n`);
  process.exit(unknown.length > 0 && !wanted.includes('--help') ? 2 : 0);
}

const total = { passed: 0, failed: 0 };
const lines = [];
const allFailures = [];

/** Runs the wanted ones of these parts in their order. */
async function run(parts, { isShown }) {
  for (const [name, part] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const started = Date.now();
    if (isShown) process.stdout.write(`\n== ${name}\n`);
    const { passed, failed, failures, text } = await part({ isShown });
    total.passed += passed;
    total.failed += failed;
    allFailures.push(...failures.map((failure) => `${name}: ${failure}`));
    const line = `${name.padEnd(14)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${((Date.now() - started) / 1000).toFixed(0).padStart(5)} s`;
    lines.push(line);
    process.stdout.write(isShown ? '' : `\n== ${name}\n${text}== ${line}\n`);
  }
}

await setUp();
const started = Date.now();
const waiting = [...sideBySide];
const worker = async () => {
  for (let parts = waiting.shift(); parts !== undefined; parts = waiting.shift())
    await run(parts, { isShown: wanted.length === 1 });
};
await Promise.all([worker(), worker()]);
await run(alone, { isShown: true });
rmSync(reports, { recursive: true, force: true });
if (allFailures.length > 0) process.stdout.write(`\n== failed\n\n${allFailures.join('\n\n')}\n`);
process.stdout.write(
  `\n${lines.join('\n')}\n\n${((Date.now() - started) / 1000).toFixed(0)} s after set-up\n${total.passed} passed, ${total.failed} failed\n`,
);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
