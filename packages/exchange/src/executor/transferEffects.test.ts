import { describe, expect, it } from 'vitest';
import { readActionData } from './readAction.js';
import { transferEffects } from './transferEffects.js';

const memo = `0x${'a1'.repeat(32)}`;
const parameters = {
  toAccountIndex: 723_071,
  assetIndex: 3,
  fromRouteType: 0,
  toRouteType: 0,
  amount: 1_000_000,
  usdcFee: 3_000_000,
  memo,
};
const context = { chainId: 3_586_256, accountIndex: 509_564, usdcFeeMax: 5_000_000n };

function effectsOf(change: object = {}, isSend = false): ReturnType<typeof transferEffects> {
  const data = readActionData({
    action: { type: 'transfer', parameters: { ...parameters, ...change } },
  });
  if (data === undefined) throw new Error('The action is not ours.');
  return transferEffects(context, { action: data.action, isSend });
}

const deposit = {
  type: 'deposit',
  chainId: 3_586_256,
  depository: '723071',
  currency: '0',
  amount: 1_000_000n,
  orderId: memo,
  depositor: '509564',
};

it('a transfer is a deposit under the order of its memo', () => {
  expect(effectsOf()).toEqual([deposit]);
  expect(effectsOf({ memo: memo.toUpperCase().replace('X', 'x') })).toEqual([deposit]);
  expect(effectsOf({ amount: '1000000', usdcFee: '0' })).toEqual([deposit]);
});

it.each([
  [{ assetIndex: 3, fromRouteType: 1, toRouteType: 1 }, '3'],
  [{ assetIndex: 1, fromRouteType: 1, toRouteType: 1 }, '1'],
])('Q4 the asset and the route %j are the currency %s', (change, currency) => {
  expect(effectsOf(change)).toEqual([{ ...deposit, currency }]);
});

it('a plain transfer is a payment, with its memo as reference', () => {
  const payment = {
    type: 'payment',
    chainId: 3_586_256,
    sender: '509564',
    recipient: '723071',
    currency: '0',
    amount: 1_000_000n,
  };
  expect(effectsOf({}, true)).toEqual([{ ...payment, reference: memo }]);
  const none = { memo: `0x${'00'.repeat(32)}` };
  expect(effectsOf(none, true)).toEqual([{ ...payment, reference: undefined }]);
});

describe('not signed unless the caller says so:', () => {
  it.each<[string, object, RegExp]>([
    [
      'Q4 an asset that is no currency',
      { assetIndex: 2, fromRouteType: 1, toRouteType: 1 },
      /asset/,
    ],
    ['Q4 another route at the receiver', { toRouteType: 1 }, /another route/],
    ['Q8 a transfer of the account to itself', { toAccountIndex: 509_564 }, /itself/],
    ['Q3 no order id', { memo: `0x${'00'.repeat(32)}` }, /order id/],
    ['Q3 a memo that is too short', { memo: '0xa1' }, /memo/],
    ['Q3 a memo without 0x', { memo: 'a1'.repeat(32) }, /memo/],
    ['Q3 a memo of text', { memo: `0x${'zz'.repeat(32)}` }, /memo/],
    ['Q6 a fee above the bound', { usdcFee: 5_000_001 }, /fee of/],
    ['Q7 an amount that JSON rounded', { amount: 2 ** 53 }, /amount/],
    ['Q7 an amount above 2^60', { amount: String(2n ** 60n) }, /amount/],
    ['an amount of nothing', { amount: 0 }, /amount/],
    ['a negative amount', { amount: -1 }, /amount/],
    ['half a unit', { amount: 0.5 }, /amount/],
    ['an amount in another base', { amount: '0x10' }, /amount/],
    ['no fee', { usdcFee: undefined }, /fee/],
    ['a receiver that is none', { toAccountIndex: 2 ** 48 }, /receiver/],
    ['a receiver in text', { toAccountIndex: '723071' }, /receiver/],
    ['a route that is none', { fromRouteType: 2 }, /route/],
    ['a parameter that nobody knows', { ticks: 1 }, /ticks/],
  ])('%s', (_, change, reason) => {
    expect(effectsOf(change)).toMatchObject([
      { type: 'unknown', reason: expect.stringMatching(reason) as unknown },
    ]);
  });
});

it.each([
  undefined,
  'transfer',
  {},
  { action: 'transfer' },
  { action: { type: 'transfer' } },
  { action: { type: 'transfer', parameters: [] } },
  { action: { type: 'withdraw', parameters } },
  { action: { type: 'transfer', parameters }, chainId: '3586256' },
])('leaves %j to others', (data) => {
  expect(readActionData(data)).toBeUndefined();
});
