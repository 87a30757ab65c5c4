import { expect, it } from 'vitest';
import { rowsOf } from './interfaceRows.js';
import { migratingProblems } from './migrating.js';

const pages = [
  {
    page: 'quote',
    rows: rowsOf(
      'quote',
      [
        '| <a id="ttl"></a><a id="old"></a>`ttl` | x |',
        '| <a id="bare"></a>`bare` | x |',
        '| <a id="later"></a>`later` | **Not yet.** |',
        '## Heading',
      ].join('\n'),
    ),
  },
];
const tests = {
  byRow: new Map([
    ['quote#ttl', ['a.test.ts']],
    ['quote#later', ['b.test.ts']],
  ]),
  byCode: new Map(),
};
const problemsOf = (...cells: readonly string[]): readonly string[] =>
  migratingProblems(
    cells.map((cell, index) => `| ${index + 1} | subject | there | ${cell} |`).join('\n'),
    pages,
    tests,
  );

it('takes rows that lead to a place that a test holds, by any of its names', () => {
  expect(
    problemsOf('[it](spec/quote.md#ttl)', '[a](spec/quote.md) [b](spec/quote.md#old)'),
  ).toEqual([]);
});

it.each([
  ['names no place', 'the same'],
  ['names a page alone', '[it](spec/quote.md)'],
  ['names a heading', '[it](spec/quote.md#heading)'],
  ['names a row without a test', '[it](spec/quote.md#bare)'],
  ['names a row that is to come', '[it](spec/quote.md#later)'],
  ['names a place of another folder', '[it](../quote.md#ttl)'],
  ['shows a link as code', '`[it](spec/quote.md#ttl)`'],
])('refuses a row that %s', (_, cell) => {
  expect(problemsOf('[it](spec/quote.md#ttl)', cell)).toEqual([
    'line 2: row 2 leads to no row of docs/spec that a test holds',
  ]);
});

it('refuses numbers with a gap, and a document without rows', () => {
  const text = '| 2 | a | b | [it](spec/quote.md#ttl) |';
  expect(migratingProblems(text, pages, tests)).toEqual(['line 1: row 2 is the row 1']);
  expect(migratingProblems('# Migrating', pages, tests)).toEqual(['has no rows']);
});
