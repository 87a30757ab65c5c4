/**
 * Writes the test files of each case into docs/cases.md; `--check` fails when the file is not what
 * would be written.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codesOfFile, fillCases } from './caseCodes.js';

const root = join(import.meta.dirname, '..', '..');
const document = join(root, 'docs', 'cases.md');

const listed = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  },
);
const tests = listed
  .split('\0')
  .filter((file) => /\.(?:test\.ts|t\.sol)$/.test(file) && !file.startsWith('scripts/docs/'))
  .filter((file) => existsSync(join(root, file)))
  .sort();

const filesByCode = new Map<string, string[]>();
for (const file of tests) {
  for (const code of codesOfFile(file, readFileSync(join(root, file), 'utf8'))) {
    filesByCode.set(code, [...(filesByCode.get(code) ?? []), file]);
  }
}

const before = readFileSync(document, 'utf8');
const { text, problems } = fillCases(before, filesByCode);
const isChecked = process.argv.includes('--check');
if (!isChecked) writeFileSync(document, text);
const faults =
  isChecked && text !== before ? [...problems, 'out of date: run pnpm cases'] : problems;
for (const fault of faults) process.stderr.write(`docs/cases.md ${fault}\n`);
process.stdout.write(`${filesByCode.size} cases, ${faults.length} problems\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
