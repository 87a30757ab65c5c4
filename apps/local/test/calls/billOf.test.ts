import { expect, test } from 'vitest';
import { billOf } from './billOf.js';

const base = { slug: 'base', vm: 'evm', blockSeconds: 2, seconds: 10, endpoints: 1 };
const prices = { evm: 0.45, other: 5 };

test('calls of an EVM network cost what the host counts for each method', () => {
  const bill = billOf(
    {
      ...base,
      byMethod: { eth_getBlockByNumber: 5, eth_call: 10, eth_getLogs: 5, eth_chainId: 5 },
    },
    prices,
  );
  expect(bill).toMatchObject({ callsPerSecond: 2.5, callsPerBlock: 5, callsPerDay: 216_000 });
  // 5 × 20 + 10 × 26 + 5 × 60 in ten seconds.
  expect(bill.unitsPerMonth).toBe(66 * 86_400 * 30);
  expect(bill.usdPerMonth).toBeCloseTo(76.98, 2);
});

test('history of Solana takes ten credits a call, everything else and Bitcoin one', () => {
  const counted = { slug: 'solana', vm: 'svm', blockSeconds: 0.4, seconds: 1, endpoints: 1 };
  const solana = billOf({ ...counted, byMethod: { getBlock: 2, getSlot: 3 } }, prices);
  expect(solana.unitsPerMonth).toBe(23 * 86_400 * 30);
  const bitcoin = billOf({ ...counted, vm: 'bvm', byMethod: { getBlock: 2, getSlot: 3 } }, prices);
  expect(bitcoin.unitsPerMonth).toBe(5 * 86_400 * 30);
});

test('a network without calls costs nothing', () => {
  const counted = { ...base, byMethod: {} };
  expect(billOf(counted, prices)).toMatchObject({ callsPerDay: 0, usdPerMonth: 0 });
});

test.each([
  ['evm', 1, 60, true],
  ['evm', 1, 61, false],
  ['evm', 3, 180, true],
  ['svm', 1, 240, true],
  ['svm', 1, 241, false],
  ['bvm', 1, 10_000, true],
])(
  'calls are held to a limit: %s, %i endpoints, %i in ten seconds',
  (vm, endpoints, calls, isWithin) => {
    const counted = { ...base, vm, endpoints, byMethod: { eth_call: calls } };
    expect(billOf(counted, prices).isWithin).toBe(isWithin);
  },
);
