import type { Health } from '@portage/core';
import { expect, it } from 'vitest';
import { keepAnswered, keepCounts, type LevelsOptions } from './keepLevels.js';

const well: Health = {
  status: 'degraded',
  version: '1',
  database: 'ok',
  chains: [
    { id: 1, slug: 'one', status: 'ok', height: 1, ageMs: 0 },
    { id: 2, slug: 'two', status: 'halted', height: 1, ageMs: 0 },
    { id: 3, slug: 'three', status: 'down', height: 1, ageMs: 0 },
    { id: 4, slug: 'four', status: 'lagging', height: 1, ageMs: 0 },
  ],
};

/** Parts that write down what happens, with a clock that lets `rounds` pass. */
function createParts(rounds: number, failing: readonly number[] = []) {
  let now = 0;
  let left = rounds;
  const seen = { noted: [] as object[], counts: 0, faults: [] as string[] };
  const options: LevelsOptions = {
    levels: {
      noteAnswered: async (minute) => {
        seen.noted.push(minute);
        if (failing.includes(seen.noted.length)) throw new Error('the database is away');
      },
      countEnded: async () => {
        seen.counts += 1;
        if (failing.includes(seen.counts)) throw new Error('the database is away');
      },
      read: () => Promise.reject(new Error('nothing is read')),
      turns: () => Promise.reject(new Error('nothing is read')),
    },
    clock: {
      now: () => now,
      sleep: async (ms) => {
        now += ms;
        left -= 1;
        return left > 0;
      },
    },
    log: (message) => seen.faults.push(message),
  };
  return { options, seen };
}
const { signal } = new AbortController();

it('LEVELS-6: each minute is noted with the chains that are well in it, and a fault ends nothing', async () => {
  const { options, seen } = createParts(6, [2]);
  await keepAnswered(options, () => Promise.resolve(well), signal);
  expect(seen.noted).toEqual(
    [0, 25, 50, 75, 100, 125].map((seconds) => ({ at: seconds * 1_000, chainIds: [1] })),
  );
  expect(seen.faults).toEqual(['an answered minute could not be noted']);
});

it('LEVELS-7: a minute without a database is not noted', async () => {
  const { options, seen } = createParts(4);
  const states: Health['database'][] = ['down', 'ok', 'down', 'down'];
  await keepAnswered(
    options,
    () => Promise.resolve({ ...well, database: states.shift() ?? 'down' }),
    signal,
  );
  expect(seen.noted).toEqual([{ at: 25_000, chainIds: [1] }]);
});

it('LEVELS-8: counts go on after one that failed', async () => {
  const { options, seen } = createParts(3, [1]);
  await keepCounts(options, signal);
  expect([seen.counts, seen.faults]).toEqual([3, ['ended requests could not be counted']]);
});
