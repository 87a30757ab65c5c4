import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson } from './parseJson.js';

it('Q7 reads whole numbers above 2^53 exactly', () => {
  expect(parseJson('9007199254740993')).toBe(9_007_199_254_740_993n);
  expect(parseJson('-9007199254740993')).toBe(-9_007_199_254_740_993n);
  expect(parseJson('{"amount":1152921504606846975}')).toEqual({ amount: 2n ** 60n - 1n });
  expect(parseJson('9007199254740991')).toBe(9_007_199_254_740_991);
});

it('reads whatever JSON.parse reads, otherwise', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2), (text, space) => {
      const shown = JSON.stringify(JSON.parse(text), undefined, space);
      const hasOddNames = /__proto__/.test(shown);
      const exact = (value: unknown): unknown =>
        JSON.parse(
          JSON.stringify(value, (_, member: unknown) =>
            typeof member === 'bigint' ? Number(member) : member,
          ),
        );
      if (!hasOddNames) expect(exact(parseJson(shown))).toEqual(JSON.parse(shown));
    }),
    { numRuns: 500 },
  );
});

it.each([
  '',
  '{',
  '[1,]',
  '{"a":1,}',
  '{"a":1,"a":2}',
  '{"__proto__":1}',
  '01',
  '1.',
  '.5',
  '+1',
  'nul',
  '"a',
  '"\\x"',
  '"\n"',
  '1 2',
  "{'a':1}",
  '{a:1}',
  'NaN',
  `${'['.repeat(100)}${']'.repeat(100)}`,
])('does not read %s', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

it('reads a text of a million characters without a deep stack', () => {
  const text = '\\"ab'.repeat(300_000);
  expect(parseJson(`"${text}"`)).toHaveLength(900_000);
});
