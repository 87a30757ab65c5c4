import { expect, test, vi } from 'vitest';
import { systemClock } from './clock.js';

test('a wait ends when its time is over, or at once with an abort', async () => {
  vi.useFakeTimers();
  const stop = new AbortController();
  const whole = systemClock.sleep(100, stop.signal);
  await vi.advanceTimersByTimeAsync(100);
  await expect(whole).resolves.toBe(true);
  const broken = systemClock.sleep(100, stop.signal);
  stop.abort();
  await expect(broken).resolves.toBe(false);
  await expect(systemClock.sleep(0, stop.signal)).resolves.toBe(false);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('repeated work ends with the abort', async () => {
  vi.useFakeTimers();
  const stop = new AbortController();
  let calls = 0;
  systemClock.every(10, () => void (calls += 1), stop.signal);
  await vi.advanceTimersByTimeAsync(35);
  stop.abort();
  await vi.advanceTimersByTimeAsync(100);
  expect(calls).toBe(3);
  vi.useRealTimers();
});
