import { isNightly, testMsMax } from '@portage/testing';
import { expect, test } from 'vitest';
import { isSound } from './printSoak.js';
import { runSoak } from './runSoak.js';

test.runIf(isNightly)('twelve orders end once each while workers are killed', async () => {
  const report = await runSoak({
    orders: 12,
    payers: 12,
    seed: 1,
    reorgs: false,
    kills: true,
    liar: false,
    note: () => undefined,
    signal: AbortSignal.timeout(testMsMax - 10_000),
  });
  expect(report.refused).toEqual([]);
  expect(report.checks.filter(({ faults }) => faults.length > 0)).toEqual([]);
  expect(report.orders.flatMap(({ faults }) => faults)).toEqual([]);
  expect(isSound(report, 12)).toBe(true);
});
