import { describe, expect, it } from 'vitest';
import { chainsOffsetMs, type TimedChain } from './chainsOffset.js';

const now = 1_700_000_000_000;

/** A chain whose newest block is so many seconds behind the clock, and was seen so long ago. */
function chainOf(behind: number, { seenAgoMs = 0, keepsTime = true } = {}): TimedChain {
  const observedAt = now - seenAgoMs;
  const value = { time: observedAt / 1_000 - behind };
  return { keepsTime, observe: { tip: () => ({ value, observedAt }) } };
}

describe('the difference to the chains', () => {
  it.each([
    ['of one chain is its own', [chainOf(300)], 300_000],
    ['is the median, whatever one chain says', [chainOf(2), chainOf(900), chainOf(-1)], 2_000],
    ['is the smaller one in the middle: one of two may be late', [chainOf(2), chainOf(90)], 2_000],
    ['is told where all agree', [chainOf(-600), chainOf(-598)], -598_000],
    ['leaves out a devnet', [chainOf(5_000, { keepsTime: false }), chainOf(1)], 1_000],
    ['leaves out what was seen long ago', [chainOf(40, { seenAgoMs: 90_000 })], undefined],
    ['leaves out a chain without a block', [{ observe: { tip: () => undefined } }], undefined],
  ])('%s', (_, chains, offset) => {
    expect(chainsOffsetMs(chains, now)).toBe(offset);
  });
});
