import { systemClock } from '@portage/core';
import { expect, it } from 'vitest';
import { createTimer } from './createTimer.js';

it('J1: is due after the same time whatever becomes of the time of the machine', () => {
  let [elapsed, now] = [0, 1_000_000_000_000];
  const clock = { ...systemClock, elapsed: () => elapsed, now: () => now };
  const timer = createTimer({ clock }, 100);
  const takenAt = (ms: number): boolean => {
    elapsed = ms;
    return timer.take();
  };
  expect([takenAt(0), takenAt(99), takenAt(100), takenAt(199)]).toEqual([true, false, true, false]);
  now -= 3_600_000;
  expect([takenAt(200), takenAt(299)]).toEqual([true, false]);
  now += 7_200_000;
  expect([takenAt(299), takenAt(300)]).toEqual([false, true]);
});
