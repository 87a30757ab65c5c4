import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paceWakes } from './paceWakes.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Announces this often, and counts readings. */
function flood() {
  const stop = new AbortController();
  let readings = 0;
  const wake = paceWakes(() => (readings += 1), { everyMs: 1_000, signal: stop.signal });
  const announce = (times: number): number => {
    for (let time = 0; time < times; time += 1) wake();
    return readings;
  };
  return { stop, announce, readings: () => readings };
}

it('H15: a flood of announcements asks for three readings at once, and one a turn from then on', () => {
  const { announce, readings } = flood();
  expect(announce(10_000)).toBe(3);
  vi.advanceTimersByTime(999);
  expect(announce(10_000)).toBe(3);
  vi.advanceTimersByTime(1);
  expect(readings()).toBe(4);
  announce(10_000);
  vi.advanceTimersByTime(2_000);
  expect(readings()).toBe(5);
});

it('H15: what was announced last is read, and turns come back while nothing is', () => {
  const { announce, readings } = flood();
  announce(4);
  vi.advanceTimersByTime(1_000);
  expect(readings()).toBe(4);
  vi.advanceTimersByTime(60_000);
  expect(readings()).toBe(4);
  expect(announce(2)).toBe(6);
  expect(announce(2)).toBe(7);
});

it('H15: nothing is asked for after the end', () => {
  const { stop, announce, readings } = flood();
  announce(4);
  stop.abort();
  vi.advanceTimersByTime(60_000);
  expect([readings(), announce(1)]).toEqual([3, 3]);
  expect(vi.getTimerCount()).toBe(0);
});
