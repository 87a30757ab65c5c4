/**
 * `npm test`: sets up, then runs every check and every test, and ends with one line
 * `N passed, N failed`; what failed is said once more before it. `npm test -- NAME …` runs only the
 * named parts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setUp } from './setup.mjs';
import { createParts } from './testRun/parts.mjs';
import { openRecords } from './testRun/records.mjs';
import { countLine, lineOf, slowestFiles } from './testRun/summary.mjs';

const reports = mkdtempSync(join(tmpdir(), 'portage-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
const { sideBySide, alone } = createParts(reports);
const names = [...sideBySide, alone].flat().flatMap((part) => part.names);

const args = process.argv.slice(2);
const isForced = args.includes('--force');
const wanted = args.filter((name) => name !== '--force');
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0 || wanted.includes('--help')) {
  process.stdout.write(
    `Usage: npm test [-- --force] [PART …]\nParts: ${names.join(', ')}\nA part whose inputs are as they were when it passed is not run again; --force runs it.\n`,
  );
  process.exit(unknown.length > 0 && !wanted.includes('--help') ? 2 : 0);
}

const outcomes = [];

/** Runs the wanted ones of these parts in their order. */
async function run(parts, { isShown }) {
  for (const part of parts) {
    const own = part.names.filter((name) => wanted.length === 0 || wanted.includes(name));
    if (own.length === 0) continue;
    if (isShown) process.stdout.write(`\n== ${own.join(', ')}\n`);
    const kept = own.length === 1 ? records.find(own[0]) : undefined;
    const found =
      kept === undefined ? await part.run(own, { isShown, isWhole: wanted.length === 0 }) : [kept];
    for (const outcome of found) {
      outcomes.push(outcome);
      records.save(outcome);
      if (!isShown || own.length > 1)
        process.stdout.write(`\n== ${outcome.name}\n${outcome.text}== ${lineOf(outcome)}\n`);
    }
  }
}

await setUp();
// The clock of the machine is read from what an install brings.
const { judgeCost, startCounting } = await import('./testRun/judgeCost.mjs');
const records = await openRecords({ isForced });
const started = Date.now();
const stopCounting = await startCounting();
const waiting = [...sideBySide];
const worker = async () => {
  for (let parts = waiting.shift(); parts !== undefined; parts = waiting.shift())
    await run(parts, { isShown: wanted.length === 1 });
};
await Promise.all([worker(), worker()]);
await run(alone, { isShown: true });

const cost = judgeCost(await stopCounting(), { isWhole: wanted.length === 0 });
const failures = outcomes.flatMap(({ name, failures: all }) =>
  all.map((failure) => `${name}: ${failure}`),
);
if (cost.failure !== undefined) failures.push(`budget: ${cost.failure}`);
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed =
  outcomes.reduce((sum, outcome) => sum + outcome.failed, 0) + (cost.failure === undefined ? 0 : 1);
const files = outcomes.flatMap(({ isKept, files: own = [] }) => (isKept ? [] : own));
if (failures.length > 0) process.stdout.write(`\n== failed\n\n${failures.join('\n\n')}\n`);
if (files.length > 0) process.stdout.write(`\nslowest files\n${slowestFiles(files).join('\n')}\n`);
process.stdout.write(
  `\n${outcomes.map(lineOf).join('\n')}\n\n${countLine(outcomes)}\n${cost.line}\n`,
);
process.stdout.write(`${((Date.now() - started) / 1_000).toFixed(0)} s after set-up\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
