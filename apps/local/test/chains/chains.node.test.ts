import { expect, test } from 'vitest';
import { runChains } from './runChains.js';

test('chains without work ask the database together', async () => {
  const note = (): void => undefined;
  const report = await runChains({ count: 5, seconds: 5, calmSeconds: 1, commitMs: 1, note });
  // With five chains about four each, of which some three are asked once for all of them; each by
  // itself asked for 17. A slow machine asks less.
  expect(report.transactions).toBeLessThan(9);
  expect(report.transactions).toBeGreaterThan(0);
  expect(report.cpuPercent).toBeGreaterThan(0);
  expect(report.warnings).toEqual([]);
});
