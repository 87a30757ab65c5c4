import { fakeAddress } from '@portage/testing';
import { expect, it } from 'vitest';
import { createChainContext } from '../../test/createChainContext.js';
import type { DueEarnings } from './earnings.js';
import { planCollection } from './planCollection.js';

/** Gas for so many micro-USD, at 2000 USD for a native currency of 18 decimals. */
const gasOf = (microUsd: bigint): bigint => microUsd * 5n * 10n ** 8n;

/** Ten dollars. */
const earnings: DueEarnings = {
  currency: fakeAddress('usdc'),
  amount: 10_000_000n,
  settlements: 1,
  ageMs: 0,
  underReclaim: 0n,
  isFillUnderReclaim: false,
};

function decide(microUsd: bigint, changes: Partial<DueEarnings>) {
  const { context, fake } = createChainContext();
  fake.setFee(gasOf(microUsd));
  return planCollection(context, { ...earnings, ...changes }, 1);
}

it.each([
  ['that a fill has earned and a depositor asked back', { isFillUnderReclaim: true }, 'reclaim'],
  ['that is old', { ageMs: 86_400_000 }, 'age'],
] as const)('L12: collects what is worth its gas and no more, of money %s', (_, changes, why) => {
  expect(decide(9_000_000n, changes)).toBe(why);
  expect(decide(10_000_001n, changes)).toBeUndefined();
});
