import { expect, test } from 'vitest';
import { isSound } from './printSoak.js';
import { runSoak } from './runSoak.js';

test('twelve orders end once each while chains reorganise, workers are killed and an endpoint lies', async () => {
  const report = await runSoak({
    ...{ orders: 12, payers: 12, seed: 1 },
    ...{ reorgs: true, kills: true, liar: true },
    note: () => undefined,
    signal: AbortSignal.timeout(170_000),
  });
  expect(report.refused).toEqual([]);
  expect(report.checks.filter(({ faults }) => faults.length > 0)).toEqual([]);
  expect(report.orders.flatMap(({ faults }) => faults)).toEqual([]);
  expect(isSound(report, 12)).toBe(true);
  expect(report.reorgs.reorgs).toBeGreaterThan(0);
  expect([...report.lies.values()].some((count) => count > 0)).toBe(true);
}, 180_000);
