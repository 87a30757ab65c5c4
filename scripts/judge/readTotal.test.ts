import { expect, test } from 'vitest';
import { readTotal, sumTotals } from './readTotal.mjs';

test.each([
  ['7 passed, 0 failed\n', 0, { passed: 7, failed: 0 }],
  ['unit 9 passed\n7 passed, 2 failed\n', 1, { passed: 7, failed: 2 }],
  // It says that nothing failed, and fails.
  ['7 passed, 0 failed\n', 1, { passed: 7, failed: 1 }],
  // It ends before it has counted.
  ['unit 7 passed', 1, { passed: 0, failed: 1 }],
  ['', 0, { passed: 0, failed: 1 }],
])('the end %j with exit code %i counts as %j', (text, code, total) => {
  expect(readTotal(text, code)).toEqual(total);
});

test('totals are summed', () => {
  const totals = [
    { passed: 7, failed: 1 },
    { passed: 3, failed: 0 },
  ];
  expect(sumTotals(totals)).toEqual({ passed: 10, failed: 1 });
});
