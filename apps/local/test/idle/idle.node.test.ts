import { expect, test } from 'vitest';
import { runIdle } from './runIdle.js';

test('two workers without work log no warning', async () => {
  const report = await runIdle({ workers: 2, seconds: 5, note: () => undefined });
  expect(report.warnings).toEqual([]);
  expect(report.foreign).toEqual([]);
  // Both have said at least that they run.
  expect(report.lines['30']).toBeGreaterThanOrEqual(2);
});
