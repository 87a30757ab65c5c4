/**
 * Writes the test files of each case and of each row of docs/spec into docs/cases.md; `--check`
 * fails when the file is not what would be written.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { codesOfFile, fillCases, missingCases } from './caseCodes.js';
import { rowsOf } from './interfaceRows.js';
import { fillInterface, interfaceProblems } from './interfaceTable.js';
import { codesExpectedIn, rowsNamedIn } from './interfaceTests.js';
import { untestedRows } from './untestedRows.js';

const root = join(import.meta.dirname, '..', '..');
const document = join(root, 'docs', 'cases.md');
const spec = join(root, 'docs', 'spec');

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

/** Test files by what they name. */
function groupFiles(namesOf: (file: string, text: string) => Iterable<string>) {
  const files = new Map<string, string[]>();
  for (const file of tests) {
    for (const name of namesOf(file, readFileSync(join(root, file), 'utf8')))
      files.set(name, [...(files.get(name) ?? []), file]);
  }
  return files;
}

/** Reads a test file in TypeScript; one of another language names nothing here. */
function inSource(namesOf: (source: ts.SourceFile) => Iterable<string>) {
  return (file: string, text: string): Iterable<string> =>
    file.endsWith('.ts')
      ? namesOf(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
      : [];
}

const filesByCode = groupFiles(codesOfFile);
const interfaceTests = {
  byRow: groupFiles(inSource(rowsNamedIn)),
  byCode: groupFiles(inSource(codesExpectedIn)),
};
const pages = readdirSync(spec)
  .map((file) => ({ page: file.replace(/\.md$/, '').toLowerCase(), file }))
  .map(({ page, file }) => ({ page, rows: rowsOf(page, readFileSync(join(spec, file), 'utf8')) }));

const before = readFileSync(document, 'utf8');
const { text: filled, problems: caseProblems } = fillCases(before, filesByCode);
const text = fillInterface(filled, pages, interfaceTests);
const problems = [
  ...caseProblems,
  ...missingCases(text).map((id) => `${id} of the catalogue has neither a line nor a reason`),
  ...interfaceProblems(pages, interfaceTests, untestedRows),
];
const isChecked = process.argv.includes('--check');
if (!isChecked) writeFileSync(document, text);
const faults =
  isChecked && text !== before ? [...problems, 'out of date: run pnpm cases'] : problems;
for (const fault of faults) process.stderr.write(`docs/cases.md ${fault}\n`);
const rows = pages.flatMap((page) => page.rows).filter(({ isToCome }) => !isToCome);
process.stdout.write(
  `${filesByCode.size} cases, ${rows.length} rows of the interface, ${faults.length} problems\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
