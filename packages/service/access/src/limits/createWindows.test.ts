import fc from 'fast-check';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWindows } from './createWindows.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Calls of a few callers, with pauses between them that may be longer than a window. */
const calls = fc.array(
  fc.record({
    caller: fc.constantFrom('a', 'b', 'c'),
    afterMs: fc.oneof(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 5_000 })),
  }),
  { maxLength: 60 },
);

it('counts as the library that counts in the database does in memory', async () => {
  await fc.assert(
    fc.asyncProperty(calls, async (made) => {
      const windows = createWindows({ ms: 3_000, now: Date.now });
      const library = new RateLimiterMemory({ keyPrefix: 'x', points: 5, duration: 3 });
      for (const { caller, afterMs } of made) {
        vi.advanceTimersByTime(afterMs);
        const answer = await library.consume(caller).catch((error: unknown) => error);
        expect(answer).toBeInstanceOf(RateLimiterRes);
        // The line before checks it.
        const { consumedPoints, msBeforeNext } = answer as RateLimiterRes;
        expect(windows.count(caller)).toEqual({ calls: consumedPoints, endsInMs: msBeforeNext });
      }
    }),
    { numRuns: 200 },
  );
});

it('begins anew once a window has ended, and not a millisecond earlier', () => {
  const windows = createWindows({ ms: 1_000, now: Date.now });
  windows.count('a');
  vi.advanceTimersByTime(999);
  expect(windows.count('a')).toEqual({ calls: 2, endsInMs: 1 });
  vi.advanceTimersByTime(1);
  expect(windows.count('a')).toEqual({ calls: 1, endsInMs: 1_000 });
});

it('forgets those whose windows end first when there are too many callers', () => {
  const windows = createWindows({ ms: 1_000, now: Date.now });
  for (let caller = 0; caller <= 100_000; caller += 1) windows.count(String(caller));
  expect(windows.count('100000').calls).toBe(2);
  expect(windows.count('1').calls).toBe(2);
  expect(windows.count('0').calls).toBe(1);
});
