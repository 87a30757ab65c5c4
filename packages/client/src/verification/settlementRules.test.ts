import type { Settlement } from '@portage/core/executor';
import { describe, expect, it } from 'vitest';
import { codec, now, requestId, stranger, usdc, user } from '../../test/fixtures.js';
import { contextOf, refusalOf } from '../../test/refusals.js';
import { checkSettlement, minimumDeposit, type SettlementRules } from './settlementRules.js';

const { origin } = contextOf();
const rules: SettlementRules = {
  origin,
  orderId: requestId,
  account: user,
  currency: usdc.base,
  minimum: 90n,
  maximum: 100n,
  takesMore: false,
  refundTo: [stranger, user],
  now,
  deadlineMax: now + 60,
};
const settlement: Settlement = {
  orderId: requestId,
  account: user,
  currency: usdc.base,
  minimum: 90n,
  maximum: 100n,
  refundTo: user,
  deadline: now + 60,
};
const other = `0x${'00'.repeat(32)}`;
const time = {
  check: 'deadline',
  expected: `after ${String(now)}, until ${String(now + 60)}`,
  message: 'the swap is over, or valid for too long.',
};
const amountOf = (actual: string, expected = '100') => ({
  check: 'amount',
  expected,
  actual,
  message: 'the swap pays in another amount.',
});
const order = { check: 'order-id', message: 'the output pays another order, or none.' };

describe('the output of a swap', () => {
  it.each<[string, Partial<Settlement>, Partial<SettlementRules>]>([
    ['as it was asked for', {}, {}],
    ['whose order is in upper case', { orderId: requestId.toUpperCase() }, {}],
    ['that brings more at least', { minimum: 100n }, {}],
    ['that pays in all of it, where more may be paid in', { maximum: 101n }, { takesMore: true }],
    ['that pays in no more, where more may be paid in', {}, { takesMore: true }],
    ['whose rest goes to the first of two accounts', { refundTo: stranger }, {}],
    ['that ends in the next second', { deadline: now + 1 }, {}],
    ['that binds no time', { deadline: undefined }, {}],
    ['without an order, where none was made', { orderId: undefined }, { orderId: undefined }],
  ])('is accepted %s', async (_, actual, allowed) => {
    const run = () => {
      checkSettlement({ ...settlement, ...actual }, { ...rules, ...allowed });
    };
    expect(await refusalOf(run)).toBe('accepted');
  });

  it.each<[string, object, Partial<Settlement>, Partial<SettlementRules>?]>([
    [
      'that pays another order',
      { ...order, expected: requestId, actual: other },
      { orderId: other },
    ],
    [
      'that pays no order',
      { ...order, expected: requestId, actual: 'none' },
      { orderId: undefined },
    ],
    [
      'that pays an order, where none was made',
      { ...order, expected: 'none', actual: requestId },
      {},
      { orderId: undefined },
    ],
    [
      'for another account',
      {
        check: 'recipient',
        expected: user,
        actual: stranger,
        message: 'the output goes to another account.',
      },
      { account: stranger },
    ],
    [
      'in another currency',
      {
        check: 'currency',
        expected: usdc.base,
        actual: codec.nativeCurrency,
        message: 'the output is in another currency.',
      },
      { currency: codec.nativeCurrency },
    ],
    [
      'that may be one unit short',
      {
        check: 'minimum-output',
        expected: 'at least 90',
        actual: '89',
        message: 'the swap may bring too little.',
      },
      { minimum: 89n },
    ],
    ['that pays in more', amountOf('101'), { maximum: 101n }],
    ['that pays in less', amountOf('99'), { maximum: 99n }],
    ['that pays in less, where more may be', amountOf('99'), { maximum: 99n }, { takesMore: true }],
    ['that pays in less than it brings', amountOf('100'), { minimum: 101n }],
    [
      'whose rest goes to another account',
      {
        check: 'refund',
        expected: JSON.stringify([stranger, user]),
        actual: usdc.base,
        message: 'the rest goes to another account.',
      },
      { refundTo: usdc.base },
    ],
    ['that is over', { ...time, actual: String(now) }, { deadline: now }],
    ['that was over before', { ...time, actual: String(now - 1) }, { deadline: now - 1 }],
    ['that is valid for too long', { ...time, actual: String(now + 61) }, { deadline: now + 61 }],
  ])('is refused %s', async (_, refusal, actual, allowed = {}) => {
    const run = () => {
      checkSettlement({ ...settlement, ...actual }, { ...rules, ...allowed });
    };
    expect(await refusalOf(run)).toEqual(refusal);
  });
});

describe('the least deposit of an order', () => {
  it.each<[string, bigint, Parameters<typeof minimumDeposit>[0]]>([
    [
      'in proportion to its minimum',
      99n,
      { input: 100n, expectedOutput: 200n, minimumOutput: 198n },
    ],
    ['rounded up', 67n, { input: 100n, expectedOutput: 3n, minimumOutput: 2n }],
    [
      'all of the input, where no output is expected',
      100n,
      { input: 100n, expectedOutput: 0n, minimumOutput: 0n },
    ],
  ])('is %s', (_, least, amounts) => {
    expect(minimumDeposit(amounts)).toBe(least);
  });
});
