import { expect, it } from 'vitest';
import { createBlockTimes } from './createBlockTimes.js';

it('measures the time between blocks from when they came', () => {
  const times = createBlockTimes();
  // It is unknown since when this one has been there.
  times.note(1, { height: 10, seenAt: 0 });
  times.note(1, { height: 11, seenAt: 9_000 });
  expect(times.blockSeconds(1)).toBeUndefined();
  times.note(1, { height: 11, seenAt: 9_500 });
  times.note(1, { height: 15, seenAt: 17_000 });
  expect(times.blockSeconds(1)).toBe(2);
  expect(times.blockSeconds(2)).toBeUndefined();
});

it('forgets old blocks, and a branch that is gone', () => {
  const times = createBlockTimes();
  for (let height = 0; height <= 100; height += 1)
    times.note(1, { height, seenAt: height < 50 ? height * 1_000 : height * 250 });
  expect(times.blockSeconds(1)).toBe(0.25);
  times.note(1, { height: 90, seenAt: 0 });
  expect(times.blockSeconds(1)).toBeUndefined();
});
