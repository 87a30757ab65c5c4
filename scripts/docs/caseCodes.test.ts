import { describe, expect, it } from 'vitest';
import ts from 'typescript';
import { codesOfContracts, codesOfTests, codesOfTitle, fillCases } from './caseCodes.js';

describe('codes of a title', () => {
  it.each([
    ['one at the start', 'D4: a late deposit', ['D4']],
    ['one before words', 'A8 the same currency', ['A8']],
    ['several', 'D2, D3, D16: less and more', ['D2', 'D3', 'D16']],
    ['one at the end', 'steps that nobody asked for (V10)', ['V10']],
    ['none in the middle', 'the mean of a V2 pool', []],
    ['none of other letters', 'X1 is no case', []],
  ])('%s', (_, title, codes) => {
    expect(codesOfTitle(title)).toEqual(codes);
  });
});

describe('codes of a file', () => {
  it('are in titles and in rows of tables, not in comments and values', () => {
    const text = [
      "describe('a (N1)', () => {",
      "  it.each([['N2: b', 'N9'], ['c (N3)', 1]])('N4 %s', () => {});",
      "  test.skip(`N5: ${d} (N6)`, () => { expect('N7').toBe(1); }); // N8",
      '});',
    ].join('\n');
    expect([
      ...codesOfTests(ts.createSourceFile('x.test.ts', text, ts.ScriptTarget.Latest, true)),
    ]).toEqual(['N1', 'N4', 'N2', 'N3', 'N5', 'N6']);
  });

  it('are in names of functions in Solidity', () => {
    const text =
      'function invariant_FI2_FI8_A() {}\nfunction test_M1_B() {}\nfunction help_M2_() {}';
    expect([...codesOfContracts(text)]).toEqual(['FI2', 'FI8', 'M1']);
  });
});

describe('the table of cases', () => {
  const row = (code: string, tests: string): string =>
    `| <a id="${code}"></a>${code} | Holds. | ${tests} |`;

  it('gets its test files, whatever stood there', () => {
    const files = new Map([['D1', ['a.test.ts', 'b.test.ts']]]);
    expect(fillCases(`# Cases\n${row('D1', 'old')}\n`, files)).toEqual({
      text: `# Cases\n${row('D1', '`a.test.ts`, `b.test.ts`')}\n`,
      problems: [],
    });
  });

  it('needs a line for each code, and a test for each line', () => {
    const files = new Map([['D2', ['a.test.ts']]]);
    expect(fillCases([row('D1', ''), row('D1', '')].join('\n'), files).problems).toEqual([
      'line 1: no test names D1',
      'line 2: D1 is there twice',
      'line 2: no test names D1',
      'D2 has no line (a.test.ts)',
    ]);
  });
});
