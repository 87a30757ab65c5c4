import type { RequestEntry } from '@portage/sdk';
import { expect, it } from 'vitest';
import { runningFirst } from './runningFirst.js';

// What is not read here is left out.
const entry = (status: string, createdAt: string): RequestEntry =>
  ({ status, createdAt }) as unknown as RequestEntry;

it('swaps that go on come first, and of each kind the newest one', () => {
  const sorted = [
    entry('success', '2026-01-04'),
    entry('expired', '2026-01-05'),
    entry('depositing', '2026-01-01'),
    entry('refund', '2026-01-06'),
    entry('submitted', '2026-01-03'),
    entry('failure', '2026-01-02'),
  ].sort(runningFirst);
  expect(sorted.map(({ status }) => status)).toEqual([
    'submitted',
    'depositing',
    'refund',
    'expired',
    'success',
    'failure',
  ]);
});
