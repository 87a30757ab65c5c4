import { describe, expect, test } from 'vitest';
import { medianBounds } from './medianBounds.js';

describe('bounds of a median', () => {
  const upTo = (count: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => count - index);

  test.each([
    [5, 1],
    [15, 4],
    [20, 6],
    [30, 11],
  ])('of %i values are the value of the binomial table', (count, lower) => {
    expect(medianBounds(upTo(count))).toEqual({ median: (count + 1) / 2, lower });
  });

  test('do not move by a few values that are far off', () => {
    const values = [...upTo(13).map(() => 1), 50, 80];
    expect(medianBounds(values)).toEqual({ median: 1, lower: 1 });
  });

  test('hold in nineteen of twenty draws', () => {
    let state = 7;
    const draw = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const runs = Array.from({ length: 2_000 }, () =>
      medianBounds(Array.from({ length: 15 }, draw)),
    );
    const missed = runs.filter(({ lower }) => lower > 0.5).length / runs.length;
    expect(missed).toBeLessThan(0.05);
  });
});
