import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { rowsOf } from './interfaceRows.js';
import { fillInterface, interfaceProblems } from './interfaceTable.js';
import { codesExpectedIn, rowsNamedIn } from './interfaceTests.js';

const sourceOf = (text: string): ts.SourceFile =>
  ts.createSourceFile('x.test.ts', text, ts.ScriptTarget.Latest, true);

/** Row of a table, as pages write it. */
const row = (anchor: string, rest = 'string | Text. |'): string =>
  `| <a id="${anchor}"></a>\`${anchor}\` | ${rest}`;

describe('rows of a page', () => {
  it('are its lines with an anchor, also behind a first cell', () => {
    const text = [
      '| <a id="a"></a><a id="old-a"></a>`a` | x |',
      '| --- | --- |',
      '| no anchor | x |',
      '| body | <a id="b"></a>`b`, `c` | x |',
    ].join('\n');
    expect(rowsOf('quote', text)).toEqual([
      { line: 1, names: ['quote#a', 'quote#old-a'], subject: '`a`', isToCome: false },
      { line: 4, names: ['quote#b'], subject: '`b`, `c`', isToCome: false },
    ]);
  });

  it('are to come where they say so, or their section, or their page', () => {
    const toCome = (lines: readonly string[]): readonly boolean[] =>
      rowsOf('quote', lines.join('\n')).map(({ isToCome }) => isToCome);
    expect(toCome([row('a', '**Not yet.** |'), row('b')])).toEqual([true, false]);
    const section = '**Not yet.** Nothing in this section is offered.';
    expect(toCome(['## A', section, row('a'), '### B', row('b'), '## C', row('c')])).toEqual([
      true,
      true,
      false,
    ]);
    expect(toCome([row('a'), '**Not yet.** Nothing on this page.', row('b')])).toEqual([
      true,
      true,
    ]);
  });
});

describe('what a test file names', () => {
  it('are rows in titles and in rows of tables', () => {
    const text = [
      "describe('quotes (quote#ttl)', () => {",
      "  it.each([['steps#evm-to, quote#user: b', 'quote#no']])('%s', () => 'quote#no');",
      "  it('see docs/spec/quote.md#no and #no');",
      '}); // quote#no',
    ].join('\n');
    expect([...rowsNamedIn(sourceOf(text))]).toEqual(['quote#ttl', 'steps#evm-to', 'quote#user']);
  });

  it('are codes that it expects, not those that it sends', () => {
    const text = [
      "expect(error).toMatchObject({ code: 'A_1' });",
      "await expectRefusal(body, 'A_2');",
      "it.each([['a', 'A_3']])('%s', () => undefined);",
      "const kinds = ['A_4'];",
      "await send({ tradeType: 'A_5' });",
      "expect(run(() => { throw new Fault('A_6'); })).toBe(1);",
    ].join('\n');
    expect([...codesExpectedIn(sourceOf(text))]).toEqual(['A_1', 'A_2', 'A_3']);
  });
});

describe('the table of the interface', () => {
  const pages = [
    { page: 'quote', rows: rowsOf('quote', [row('a'), row('b', '**Not yet.** |')].join('\n')) },
    { page: 'errors', rows: rowsOf('errors', row('NO_WAY')) },
  ];
  const tests = {
    byRow: new Map([['quote#a', ['a.test.ts']]]),
    byCode: new Map([['NO_WAY', ['b.test.ts']]]),
  };
  const nothing = { byRow: new Map(), byCode: new Map() };

  it('gets its test files, whatever stood there', () => {
    const marks = ['<!-- interface: written by pnpm cases -->', '<!-- end of interface -->'];
    const text = fillInterface(`# Cases\n${marks.join('\nold\n')}\n`, pages, tests);
    expect(text).toContain('| [quote#a](spec/quote.md#a) | `a` | `a.test.ts` |');
    expect(text).toContain('| [errors#NO_WAY](spec/errors.md#NO_WAY) | `NO_WAY` | `b.test.ts` |');
    expect(text).not.toMatch(/quote#b|old/);
    expect(fillInterface(text, pages, tests)).toBe(text);
  });

  it('needs a test for each row, and a row for each test', () => {
    expect(interfaceProblems(pages, tests, [])).toEqual([]);
    expect(interfaceProblems(pages, nothing, [])).toEqual([
      'no test names quote#a (quote.md line 1)',
      'no test names errors#NO_WAY (errors.md line 1)',
    ]);
    const byRow = new Map([['quote#c', ['c.test.ts']]]);
    expect(interfaceProblems([], { ...nothing, byRow }, [])).toEqual([
      'quote#c is no row of docs/spec (c.test.ts)',
    ]);
  });

  it('excuses only rows that have no test', () => {
    expect(interfaceProblems(pages, nothing, ['quote#a', 'errors#NO_WAY'])).toEqual([]);
    expect(interfaceProblems(pages, tests, ['quote#a', 'quote#b'])).toHaveLength(2);
  });
});
