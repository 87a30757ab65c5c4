import { describe, expect, it } from 'vitest';
import { createQuorum } from '../quorum/createQuorum.js';
import { createFinalHeight } from './createFinalHeight.js';

/** A chain that calls a height final, behind the clock of the test. */
function follow(everyMsMax?: number) {
  const state = { now: 0, height: 1, asked: 0 };
  const clock = (): number => state.now;
  const endpoint = {
    label: 'https://node.example',
    ask: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  };
  const final = createFinalHeight({
    quorum: createQuorum([endpoint], { needed: 1, deadlineMs: 60_000, clock }),
    ask: () => {
      state.asked += 1;
      return Promise.resolve(state.height);
    },
    everyMs: 2_000,
    everyMsMax,
    clock,
    signal: new AbortController().signal,
  });
  /** Lets a head come each second. */
  const pass = async (seconds: number): Promise<number> => {
    const before = state.asked;
    for (let second = 0; second < seconds; second += 1) {
      state.now += 1_000;
      await final.refresh();
    }
    return state.asked - before;
  };
  return { state, final, pass };
}

describe('createFinalHeight', () => {
  it('asks less often where the height moves seldom, and as often as ever where it moves', async () => {
    const { state, final, pass } = follow(12_000);
    expect(await pass(40)).toBe(20);
    state.height = 2;
    await pass(2);
    expect(final.latest()).toBe(2);
    expect(await pass(40)).toBeLessThanOrEqual(4);
    for (state.height = 3; state.height < 30; state.height += 1) await pass(2);
    expect(await pass(20)).toBeGreaterThanOrEqual(9);
  });

  it('keeps its pace without a longer one', async () => {
    const { state, pass } = follow();
    await pass(40);
    state.height = 2;
    await pass(2);
    expect(await pass(40)).toBe(20);
  });
});
