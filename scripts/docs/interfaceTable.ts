import type { InterfaceRow } from './interfaceRows.js';

/** Rows of one page of docs/spec. */
export interface InterfacePage {
  /** Name of the page, as `quote`. */
  readonly page: string;
  readonly rows: readonly InterfaceRow[];
}

/** Rows and codes that the tests of the repository name. */
export interface InterfaceTests {
  /** Files by the row that a title names, as `quote#ttl`. */
  readonly byRow: ReadonlyMap<string, readonly string[]>;
  /** Files by the code that a test expects, as `AMOUNT_TOO_LOW`. */
  readonly byCode: ReadonlyMap<string, readonly string[]>;
}

/** Pages whose rows are codes: a test holds such a row that expects the code. */
const pagesOfCodes: readonly string[] = ['errors', 'status'];

/** Most test files that a line names; more would not be read. */
const filesMax = 4;

const begin = '<!-- interface: written by pnpm cases -->';
const end = '<!-- end of interface -->';

/** Files with a test of a row, in order. */
export function filesOf(
  page: string,
  { names }: InterfaceRow,
  { byRow, byCode }: InterfaceTests,
): readonly string[] {
  const found = names.flatMap((name) => byRow.get(name) ?? []);
  const codes = names
    .map((name) => name.slice(page.length + 1))
    .filter((name) => pagesOfCodes.includes(page) && /^[A-Z][A-Z\d_]+$/.test(name));
  return [...new Set([...found, ...codes.flatMap((code) => byCode.get(code) ?? [])])].sort();
}

function lineOf(page: string, row: InterfaceRow, tests: InterfaceTests): string {
  const [name = ''] = row.names;
  const files = filesOf(page, row, tests);
  const shown = files.slice(0, filesMax).map((file) => `\`${file}\``);
  const rest = files.length > filesMax ? [`${files.length - filesMax} more`] : [];
  const link = `[${name}](spec/${name.replace('#', '.md#')})`;
  return `| ${link} | ${row.subject} | ${[...shown, ...rest].join(', ')} |`;
}

function tableOf({ page, rows }: InterfacePage, tests: InterfaceTests): string {
  const lines = rows.filter(({ isToCome }) => !isToCome).map((row) => lineOf(page, row, tests));
  return [`### ${page}`, '', '| row | subject | tests |', '| --- | --- | --- |', ...lines].join(
    '\n',
  );
}

/**
 * Faults of rows and tests: a row without a test, a test of a row that does not exist, and a row
 * that is excused without need.
 *
 * @param excused - names of rows that have no test yet
 */
export function interfaceProblems(
  pages: readonly InterfacePage[],
  tests: InterfaceTests,
  excused: readonly string[],
): readonly string[] {
  const all = pages.flatMap(({ page, rows }) => rows.map((row) => ({ page, row })));
  const known = new Set(all.flatMap(({ row }) => row.names));
  const untested = all.filter(
    ({ page, row }) => !row.isToCome && filesOf(page, row, tests).length === 0,
  );
  const missing = new Set(untested.flatMap(({ row }) => row.names));
  return [
    ...untested
      .filter(({ row }) => !row.names.some((name) => excused.includes(name)))
      .map(
        ({ page, row }) => `no test names ${row.names.join(', ')} (${page}.md line ${row.line})`,
      ),
    ...[...tests.byRow]
      .filter(([name]) => !known.has(name))
      .map(([name, files]) => `${name} is no row of docs/spec (${files.join(', ')})`),
    ...excused
      .filter((name) => !missing.has(name))
      .map((name) => `${name} needs no excuse: take it out of scripts/docs/untestedRows.ts`),
  ];
}

/**
 * Writes the tests of each row of docs/spec between the marks of a document.
 *
 * @throws Error where the document lacks the marks
 */
export function fillInterface(
  text: string,
  pages: readonly InterfacePage[],
  tests: InterfaceTests,
): string {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The document lacks "${begin}" or "${end}".`);
  const tables = pages
    .filter(({ rows }) => rows.some(({ isToCome }) => !isToCome))
    .map((page) => tableOf(page, tests));
  return `${text.slice(0, from)}${begin}\n\n${tables.join('\n\n')}\n\n${text.slice(to)}`;
}
