import type ts from 'typescript';
import { titlesOf } from './titles.js';

const code = '(?:FI|CB|PU|[A-W])\\d{1,2}';
const codes = `${code}(?:, ${code})*`;
/** Codes at the beginning of a title, as in `D4: …`, `D2, D3: …` and `A8 …`. */
const atStart = new RegExp(`^(${codes})(?=[:, ]|$)`);
/** Codes at its end, as in `… (D4)`. */
const atEnd = new RegExp(`\\((${codes})\\)$`);
/** Codes of a test in Solidity, as in `test_M1_…` and `invariant_FI2_FI8_…`. */
const inSolidity = new RegExp(`\\bfunction (?:test|testFuzz|invariant)_((?:${code}_)+)`, 'g');

/**
 * Codes of cases that a title names.
 *
 * @example
 * ```ts
 * codesOfTitle('D2, D3: less and more'); // ['D2', 'D3']
 * ```
 */
export function codesOfTitle(title: string): readonly string[] {
  const found = [atStart.exec(title)?.[1], atEnd.exec(title)?.[1]];
  return [...new Set(found.flatMap((list) => list?.split(', ') ?? []))];
}

/** Codes of the cases that the tests of a file in Solidity are for. */
export function codesOfContracts(text: string): ReadonlySet<string> {
  const names = [...text.matchAll(inSolidity)].flatMap((match) => match[1]?.split('_') ?? []);
  return new Set(names.filter((name) => name !== ''));
}

/** Codes of the cases that the tests of a file are for. */
export function codesOfTests(source: ts.SourceFile): ReadonlySet<string> {
  return new Set(titlesOf(source).flatMap(codesOfTitle));
}

/** A document with its third column filled, and what is wrong with it. */
export interface FilledCases {
  readonly text: string;
  readonly problems: readonly string[];
}

/**
 * Writes test files into the third column of the table of cases. A code without a line and a line
 * without a test are problems: the first needs a sentence, the second is a case that nothing tests.
 *
 * @param files - files by code, each list in order
 */
export function fillCases(
  text: string,
  files: ReadonlyMap<string, readonly string[]>,
): FilledCases {
  const listed = new Set<string>();
  const problems: string[] = [];
  const lines = text.split('\n').map((line, index) => {
    const [, head = '', name = ''] =
      /^(\| <a id="[A-Z]+\d+"><\/a>([A-Z]+\d+) \| .+? \|) .*\|$/.exec(line) ?? [];
    if (name === '') return line;
    const tests = files.get(name) ?? [];
    if (listed.has(name)) problems.push(`line ${index + 1}: ${name} is there twice`);
    if (tests.length === 0) problems.push(`line ${index + 1}: no test names ${name}`);
    listed.add(name);
    return `${head} ${tests.map((file) => `\`${file}\``).join(', ')} |`;
  });
  const missing = [...files].filter(([name]) => !listed.has(name));
  return {
    text: lines.join('\n'),
    problems: [
      ...problems,
      ...missing.map(([name, tests]) => `${name} has no line (${tests.join(', ')})`),
    ],
  };
}

/** Number of the last case of each group of the catalogue; the first is 1, in group G it is 0. */
const lastOf: Readonly<Record<string, number>> = {
  A: 19,
  B: 10,
  C: 12,
  D: 18,
  E: 10,
  F: 12,
  G: 25,
  H: 14,
  I: 10,
  J: 6,
  K: 8,
  L: 11,
  CB: 12,
  M: 11,
  N: 16,
  O: 9,
  P: 12,
  Q: 12,
  R: 14,
  S: 13,
  T: 14,
  U: 9,
  V: 9,
  W: 9,
};

/** Cases of the catalogue that a document has no line for. */
export function missingCases(text: string): readonly string[] {
  const listed = new Set(
    [...text.matchAll(/^\| <a id="((?:CB|[A-W])\d+)"><\/a>/gm)].map(([, id]) => id),
  );
  return Object.entries(lastOf)
    .flatMap(([group, last]) =>
      Array.from({ length: last + 1 }, (_, number) => `${group}${String(number)}`),
    )
    .filter((id) => (id === 'G0' || !/^[A-Z]+0$/.test(id)) && !listed.has(id));
}
