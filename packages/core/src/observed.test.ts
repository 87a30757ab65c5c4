import { expect, test } from 'vitest';
import { ageOf } from './observed.js';

test('J1: a reading grows old by a clock that is set forward, and by one that is set back', () => {
  const reading = { observedAt: 1_000_000 };
  expect(ageOf(reading, 1_000_000)).toBe(0);
  expect(ageOf(reading, 1_060_000)).toBe(60_000);
  expect(ageOf(reading, 400_000)).toBe(600_000);
});
