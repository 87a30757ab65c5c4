import type { AppFee, OrderData } from '@portage/core';
import { expect, it } from 'vitest';
import { usdc } from '../../test/fixtures.js';
import { contextOf, refusalOf } from '../../test/refusals.js';

const app = `0x${'a1'.repeat(20)}`;
const { origin } = contextOf();
const fee = (amount: string, recipient = app): OrderData['fees'][number] => ({
  recipientChainId: 'base',
  currencyChainId: 'base',
  recipient,
  currency: usdc.base,
  amount,
});
const paid = { chainId: 'base', currency: usdc.base, amount: '1000000', weight: '1' };

/** The module is loaded for each check. */
const refusal = async (asked: readonly AppFee[], fees: OrderData['fees']) => {
  const { checkAppFees } = await import('./checkAppFees.js');
  return await refusalOf(() => {
    checkAppFees(fees, { asked, paid, home: origin, origin });
  });
};

it.each<[string, string, string]>([
  ['whole basis points', '20', '2000'],
  ['a fraction', '0.019', '1'],
  ['a fraction without a whole part', '.25', '25'],
  ['24 decimals', `2.${'9'.repeat(24)}`, '299'],
  ['more decimals, which are cut off', `20.${'0'.repeat(24)}9`, '2000'],
])('an app fee of %s (%s) is a share of the deposit', async (_, bps, amount) => {
  expect(await refusal([{ recipient: app, fee: bps }], [fee(amount)])).toBe('accepted');
});

it('an app fee of another amount is refused with both lists', async () => {
  const owed = fee('2001');
  expect(await refusal([{ recipient: app, fee: '20' }], [owed])).toEqual({
    check: 'app-fees',
    expected: JSON.stringify([{ recipient: app, amount: '2000' }]),
    actual: JSON.stringify([owed]),
    message: 'the order owes other app fees.',
  });
});

it('one fee that is written in two cases is owed twice, and refused', async () => {
  const other = `0x${'b2'.repeat(20)}`;
  const asked = [
    { recipient: app, fee: '20' },
    { recipient: other, fee: '20' },
  ];
  const capitals = app.toUpperCase().replace('0X', '0x');
  expect(await refusal(asked, [fee('2000'), fee('2000', other)])).toBe('accepted');
  expect(await refusal(asked, [fee('2000'), fee('2000', capitals)])).toMatchObject({
    check: 'app-fees',
  });
});
