import { isNightly } from '@portage/testing';
import { expect, test } from 'vitest';
import { billOf } from './billOf.js';
import { runCalls } from './runCalls.js';

test.runIf(isNightly)('nine idle networks are asked no more than is promised', async () => {
  const counted = await runCalls({
    seconds: 20,
    calmSeconds: 20,
    endpoints: 1,
    workers: 1,
    note: () => undefined,
  });
  const bills = counted.map((each) => billOf(each, { evm: 1, other: 1 }));
  expect(bills.filter(({ isWithin }) => !isWithin)).toEqual([]);
  expect(bills.every(({ callsPerSecond }) => callsPerSecond > 0)).toBe(true);
});
