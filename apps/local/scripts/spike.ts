/** `npm run local -- spike`: see `docs/decisions/settlement.md`. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { doorsVariable, type DoorLine } from '../test/spike/doors.js';
import { judgeDoors, printDoors } from '../test/spike/judgeDoors.js';

const files = ['dearGas', 'dearPriority', 'dearBlocks'];

const { json } = new Command('npm run local -- spike')
  .description(
    'Makes each chain dear between what was charged and what the solver signs, at every door: fills, permits, gasless calls, sweeps, claims, refunds and withdrawals on nodes of the devnet. Tells what was charged, what it would have cost, what the solver paid, and how it ended.',
  )
  .option('--json', 'print one JSON object instead of a table; progress goes to stderr', false)
  .addHelpText(
    'after',
    '\nExit code: 0 when every door held, 1 otherwise. Takes some three minutes.',
  )
  .parse()
  .opts<{ json: boolean }>();

/** Runs the tests of the doors in their long form; resolves with the exit code. */
function runTests(file: string): Promise<number> {
  const root = join(import.meta.dirname, '../../..');
  const tests = files.map((name) => `apps/local/test/${name}.node.test.ts`);
  const args = ['run', '--project', 'node*', '--reporter', 'default', ...tests];
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, PORTAGE_NIGHTLY: '1', [doorsVariable]: file },
    // The table alone goes to standard output.
    stdio: ['ignore', process.stderr, process.stderr],
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      resolve(code ?? 1);
    });
  });
}

const folder = await mkdtemp(join(tmpdir(), 'portage-doors-'));
try {
  const file = join(folder, 'doors.jsonl');
  const code = await runTests(file);
  const text = await readFile(file, 'utf8').catch(() => '');
  // Each line is one that the tests wrote.
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as DoorLine)
    .sort((a, b) => a.family.localeCompare(b.family));
  const faults = [...(code === 0 ? [] : ['a test of the doors failed']), ...judgeDoors(lines)];
  if (json) process.stdout.write(`${JSON.stringify({ doors: lines, faults })}\n`);
  else {
    const end = faults.length === 0 ? ['ok'] : ['FAILED', ...faults.map((fault) => `  ${fault}`)];
    process.stdout.write([printDoors(lines), '', ...end, ''].join('\n'));
  }
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
