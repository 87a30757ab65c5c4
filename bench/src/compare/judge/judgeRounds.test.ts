import { describe, expect, test } from 'vitest';
import { judgeRounds, refusedFigures, type Cost, type Round } from './judgeRounds.js';

const cost = (serviceUs: number): Cost => ({
  serviceUs,
  databaseUs: 50,
  statements: 3,
  logBytes: 900,
});

/** Rounds whose ratios of the service's time are given. */
const rounds = (ratios: readonly number[]): readonly Round[] =>
  ratios.map((ratio, index) => {
    // A machine that slows down while it measures slows both sides.
    const base = 100 + 10 * index;
    return { base: cost(base), head: cost(base * ratio) };
  });

const isWorse = (ratios: readonly number[]): boolean =>
  judgeRounds(rounds(ratios)).some((judgement) => judgement.isWorse);

const repeat = (count: number, value: number): readonly number[] =>
  Array.from({ length: count }, () => value);

describe('a figure is worse', () => {
  test('where the median is beyond 1.10 and the lower bound beyond 1.05', () => {
    expect(isWorse(repeat(15, 1.25))).toBe(true);
    expect(isWorse(repeat(15, 1.1))).toBe(false);
    expect(isWorse([...repeat(3, 1), ...repeat(12, 1.11)])).toBe(true);
  });

  test('not where so many rounds show nothing that the bound does not hold', () => {
    expect(isWorse([...repeat(4, 1.05), ...repeat(11, 1.4)])).toBe(false);
  });

  test('not where it is better', () => {
    expect(isWorse(repeat(15, 0.5))).toBe(false);
  });

  test.each(['databaseUs', 'statements', 'logBytes'] as const)('also by %s alone', (figure) => {
    const seen = repeat(15, 0).map(() => ({
      base: cost(100),
      head: { ...cost(100), [figure]: cost(100)[figure] * 1.25 },
    }));
    expect(
      judgeRounds(seen)
        .filter((judgement) => judgement.isWorse)
        .map((judgement) => judgement.figure),
    ).toEqual([figure]);
  });
});

test('is refused only where the same figure is worse twice', () => {
  const slow = judgeRounds(rounds(repeat(15, 1.25)));
  const same = judgeRounds(rounds(repeat(15, 1)));
  expect(refusedFigures(slow, slow)).toEqual(['serviceUs']);
  expect(refusedFigures(slow, same)).toEqual([]);
  expect(refusedFigures(same, slow)).toEqual([]);
});
