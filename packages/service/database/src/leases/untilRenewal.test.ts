import { expect, it } from 'vitest';
import { untilRenewal } from './untilRenewal.js';

it('is the same moment for all leases, and never later than a third of their time', () => {
  const at = (elapsed: number): number => elapsed + untilRenewal({ elapsed: () => elapsed }, 3);
  expect([0, 1, 400, 999].map(at)).toEqual([1_000, 1_000, 1_000, 1_000]);
  // Never at once: that would be a loop without a pause.
  expect(at(1_000)).toBe(2_000);
  expect(untilRenewal({ elapsed: () => 999.9 }, 3)).toBe(1);
});
