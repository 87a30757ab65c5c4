import { expect, it } from 'vitest';
import { codec, usdc, user } from '../../test/fixtures.js';
import { contextOf, refusalOf } from '../../test/refusals.js';
import { checkMinimum } from './checkMinimum.js';
import { checkTopup } from './checkTopup.js';

const { destination } = contextOf();
const native = codec.nativeCurrency;
const topup = { recipient: user, currency: native, minimumAmount: '5', expectedAmount: '5' };
const context = { isRequested: true, paid: usdc.optimism, destination };
const promised = { check: 'amount', message: 'the gas top-up is not promised.' };
const unwanted = {
  check: 'amount',
  actual: JSON.stringify(topup),
  message: 'the order makes a payment that was not asked for.',
};

type Call = Parameters<typeof checkTopup>;
const refusal = async (...parameters: Call) =>
  await refusalOf(() => {
    checkTopup(...parameters);
  });

it.each<[string, ...Call]>([
  ['asked for and made', topup, context],
  ['neither asked for nor made', undefined, { ...context, isRequested: false }],
  [
    'asked for and not made, where native currency is paid',
    undefined,
    { ...context, paid: native },
  ],
])('a gas top-up is accepted %s', async (_, ...parameters) => {
  expect(await refusal(...parameters)).toBe('accepted');
});

it.each<[string, object, ...Call]>([
  [
    'that is missing',
    {
      check: 'amount',
      expected: 'a payment in the native currency',
      actual: 'none',
      message: 'the order tops up no gas.',
    },
    undefined,
    context,
  ],
  ['that was not asked for', unwanted, topup, { ...context, isRequested: false }],
  ['beside a payment in native currency', unwanted, topup, { ...context, paid: native }],
  [
    'in another currency',
    {
      check: 'currency',
      expected: native,
      actual: usdc.optimism,
      message: 'the gas top-up is not in the native currency.',
    },
    { ...topup, currency: usdc.optimism },
    context,
  ],
  [
    'of less than is expected',
    { ...promised, expected: '5', actual: '4' },
    { ...topup, minimumAmount: '4' },
    context,
  ],
  [
    'of nothing',
    { ...promised, expected: '0', actual: '0' },
    { ...topup, minimumAmount: '0', expectedAmount: '0' },
    context,
  ],
])('a gas top-up is refused %s', async (_, error, ...parameters) => {
  expect(await refusal(...parameters)).toEqual(error);
});

it('a minimum one unit below the tolerance is refused', async () => {
  const minimum = { amount: 999n, toleranceBps: 100n };
  // 989.01, rounded down.
  expect(
    await refusalOf(() => {
      checkMinimum({ ...minimum, minimum: 989n }, 'order');
    }),
  ).toBe('accepted');
  expect(
    await refusalOf(() => {
      checkMinimum({ ...minimum, minimum: 988n }, 'order');
    }),
  ).toEqual({
    check: 'minimum-output',
    expected: 'at least 989',
    actual: '988',
    message: 'the order promises less than the tolerance allows.',
  });
});
