import { expect, it } from 'vitest';
import { nextAttemptAt, retryPauses } from './schedule.js';

it('PU18: pauses grow, ten of them, and end within a day (webhooks#retries)', () => {
  expect(retryPauses).toHaveLength(10);
  expect(retryPauses).toEqual(retryPauses.toSorted((a, b) => a - b));
  const all = retryPauses.reduce((sum, pause) => sum + pause, 0);
  expect(all).toBeGreaterThan(20 * 3_600_000);
  expect(all).toBeLessThanOrEqual(24 * 3_600_000);
  expect(nextAttemptAt(1, 1_000)).toBe(6_000);
  expect(nextAttemptAt(10, 0)).toBe(8 * 3_600_000);
  expect(nextAttemptAt(11, 0)).toBeUndefined();
});
