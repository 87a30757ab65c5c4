import { expect, it } from 'vitest';
import { judgeChains } from './judgeChains.js';

it('holds each figure against its limit', () => {
  const within = { cpuPercent: 0.6, transactions: 2, logBytes: 700, lagBlocks: 1 };
  expect(judgeChains(within).every((row) => row.isWithin)).toBe(true);
  const judged = judgeChains({ ...within, transactions: 2.1, lagBlocks: 2 });
  expect(judged.filter((row) => !row.isWithin).map(({ value }) => value)).toEqual([2.1, 2]);
});
