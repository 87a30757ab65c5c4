import { expect, it } from 'vitest';
import { patienceVariable, readPatience, testMsMax, waitMsMax } from './patience.js';

it.each([
  [undefined, 1],
  ['', 1],
  ['3', 3],
  ['0.5', 0.5],
])('%s multiplies waits by %s', (value, factor) => {
  expect(readPatience({ [patienceVariable]: value })).toBe(factor);
});

it.each(['0', '-1', 'long', 'Infinity', 'NaN'])('%s is no factor', (value) => {
  expect(() => readPatience({ [patienceVariable]: value })).toThrow(
    `PORTAGE_TEST_PATIENCE is a positive number such as 3, not '${value}'`,
  );
});

it('a wait ends before its test, so that its own message is seen', () => {
  expect(testMsMax).toBeGreaterThan(2 * waitMsMax);
});
