/** Writes the test files of each case and of each row of docs/spec into docs/cases.md. */
import type ts from 'typescript';
import type { SourceTree } from '../checks/createSourceTree.js';
import { codesOfContracts, codesOfTests, fillCases, missingCases } from '../docs/caseCodes.js';
import { rowsOf } from '../docs/interfaceRows.js';
import { fillInterface, interfaceProblems } from '../docs/interfaceTable.js';
import { codesExpectedIn, rowsNamedIn } from '../docs/interfaceTests.js';
import { migratingProblems } from '../docs/migrating.js';
import { untestedRows } from '../docs/untestedRows.js';
import type { Generator } from './generator.js';

const document = 'docs/cases.md';
const migrating = 'docs/migrating.md';
const spec = 'docs/spec/';

/** Test files by what they name. */
function groupFiles({ files }: SourceTree, namesOf: (file: string) => Iterable<string>) {
  const found = new Map<string, string[]>();
  const tests = files.filter(
    (file) => /\.(?:test\.ts|t\.sol)$/.test(file) && !file.startsWith('scripts/docs/'),
  );
  for (const file of tests)
    for (const name of namesOf(file)) found.set(name, [...(found.get(name) ?? []), file]);
  return found;
}

/** Reads a test file in TypeScript; one of another language names nothing here. */
function inSource({ parse }: SourceTree, namesOf: (source: ts.SourceFile) => Iterable<string>) {
  return (file: string): Iterable<string> => (file.endsWith('.ts') ? namesOf(parse(file)) : []);
}

/** The catalogue of cases, with the tests that it leads to. */
export const generateCases: Generator = (tree) => {
  const filesByCode = groupFiles(tree, (file) =>
    file.endsWith('.ts') ? codesOfTests(tree.parse(file)) : codesOfContracts(tree.read(file)),
  );
  const interfaceTests = {
    byRow: groupFiles(tree, inSource(tree, rowsNamedIn)),
    byCode: groupFiles(tree, inSource(tree, codesExpectedIn)),
  };
  const pages = tree.files
    .filter((file) => file.startsWith(spec))
    .map((file) => ({ page: file.slice(spec.length).replace(/\.md$/, '').toLowerCase(), file }))
    .map(({ page, file }) => ({ page, rows: rowsOf(page, tree.read(file)) }));
  const { text: filled, problems } = fillCases(tree.read(document), filesByCode);
  const text = fillInterface(filled, pages, interfaceTests);
  return {
    files: [{ file: document, text }],
    problems: [
      ...problems,
      ...missingCases(text).map((id) => `${id} of the catalogue has neither a line nor a reason`),
      ...interfaceProblems(pages, interfaceTests, untestedRows),
    ]
      .map((problem) => `${document} ${problem}`)
      .concat(
        migratingProblems(tree.read(migrating), pages, interfaceTests).map(
          (problem) => `${migrating} ${problem}`,
        ),
      ),
  };
};
