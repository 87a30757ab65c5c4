import type { Effect, PermitEffect } from '@portage/core/executor';
import { describe, expect, it } from 'vitest';
import {
  amount,
  depository,
  filler,
  now,
  requestId,
  stranger,
  usdc,
  user,
} from '../../test/fixtures.js';
import { contextOf, refusalOf, type Refusal } from '../../test/refusals.js';
import { createEffectPolicy, type EffectRules } from './effectPolicy.js';
import { checkPermit, type PermitRules } from './permitRules.js';
import type { SettlementRules } from './settlementRules.js';

const { origin } = contextOf();
const base: EffectRules = {
  origin,
  user,
  currency: usdc.base,
  amount,
  spenders: [depository, filler],
  allowUnknownEffects: false,
};
const rulesOf: SettlementRules = {
  origin,
  orderId: undefined,
  account: user,
  currency: usdc.base,
  minimum: 1n,
  maximum: 1n,
  takesMore: false,
  refundTo: [user],
  now,
  deadlineMax: now + 60,
};
const settlement = { account: user, currency: usdc.base, minimum: 1n, maximum: 1n, refundTo: user };
const permitRules: PermitRules = { spender: filler, expiresAtMax: now + 60, settlement: rulesOf };
const withDeposit = { deposit: { depository, orderId: requestId } };
const withPayment = { payment: { recipient: depository, check: 'recipient' } } as const;
const withReference = { payment: { ...withPayment.payment, reference: requestId } };
const withSwap = { swap: { contract: filler, settlement: rulesOf, reference: requestId } };
const withPermit = { permit: permitRules };

const common = { chainId: 8453, currency: usdc.base, amount } as const;
const deposit = {
  ...common,
  type: 'deposit',
  depository,
  orderId: requestId,
  depositor: user,
} as const;
const payment = { ...common, type: 'payment', recipient: depository } as const;
const approval = { ...common, type: 'approval', spender: depository } as const;
const swap = { ...common, type: 'swap', contract: filler, settlement } as const;
const permit: PermitEffect = {
  ...common,
  type: 'permit',
  spender: filler,
  expiresAt: now + 60,
  settlement,
};
const unknown = { type: 'unknown', chainId: 8453, reason: 'a riddle' } as const;
const other = `0x${'00'.repeat(32)}`;
const upper = requestId.toUpperCase();

/** An effect as an error shows it. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'bigint' ? inner.toString() : inner,
  ).slice(0, 500);

const run = async (rules: Partial<EffectRules>, ...effects: readonly Effect[]) =>
  await refusalOf(() => {
    createEffectPolicy({ ...base, ...rules }).check(effects);
  });

const effects = (message: string, values: Partial<Refusal> = {}) => ({
  check: 'effects',
  ...values,
  message,
});

const spenders = 'a spender that is not trusted could take the tokens.';
const anotherSwap = 'the swap is not that of this request.';
const anotherPayment = 'the payment is not that of this request.';

const refused: [string, object, Partial<EffectRules>, Effect[]][] = [
  [
    'something that cannot be read',
    effects('something that cannot be read would be signed: a riddle', { actual: text(unknown) }),
    {},
    [unknown],
  ],
  [
    'something on another chain',
    {
      check: 'chain',
      expected: '8453',
      actual: text({ ...deposit, chainId: 10 }),
      message: 'something on another chain would be signed.',
    },
    withDeposit,
    [{ ...deposit, chainId: 10 }],
  ],
  [
    'another currency',
    {
      check: 'currency',
      expected: usdc.base,
      actual: text({ ...deposit, currency: stranger }),
      message: 'another currency would be spent.',
    },
    withDeposit,
    [{ ...deposit, currency: stranger }],
  ],
  [
    'another amount',
    {
      check: 'amount',
      expected: '1000000',
      actual: '1000001',
      message: 'another amount would be spent.',
    },
    withDeposit,
    [{ ...deposit, amount: amount + 1n }],
  ],
  [
    'a second payment',
    effects('the money would be taken more than once.', { actual: text(deposit) }),
    withDeposit,
    [deposit, deposit],
  ],
  [
    'an allowance for another account',
    effects(spenders, { expected: text([depository, filler]), actual: stranger }),
    {},
    [{ ...approval, spender: stranger }],
  ],
  [
    'an allowance of nothing for another account',
    effects(spenders, { expected: text([depository, filler]), actual: stranger }),
    {},
    [{ ...approval, spender: stranger, amount: 0n }],
  ],
  [
    'a deposit that was not asked for',
    effects('a deposit would be signed that was not asked for.', { actual: text(deposit) }),
    withPayment,
    [deposit],
  ],
  [
    'a deposit to another account',
    {
      check: 'depository',
      expected: depository,
      actual: stranger,
      message: 'the deposit goes to another account.',
    },
    withDeposit,
    [{ ...deposit, depository: stranger }],
  ],
  [
    'a deposit for another order',
    {
      check: 'order-id',
      expected: requestId,
      actual: other,
      message: 'the deposit pays another order.',
    },
    withDeposit,
    [{ ...deposit, orderId: other }],
  ],
  [
    'a deposit in the name of another account',
    effects('the deposit is in the name of another account.', { expected: user, actual: stranger }),
    withDeposit,
    [{ ...deposit, depositor: stranger }],
  ],
  [
    'a payment that was not asked for',
    effects('a payment without order id would be signed.', { actual: text(payment) }),
    withDeposit,
    [payment],
  ],
  [
    'a payment that was not asked for, whatever its amount',
    effects('a payment without order id would be signed.', {
      actual: text({ ...payment, amount: 1n }),
    }),
    withDeposit,
    [{ ...payment, amount: 1n }],
  ],
  [
    'a payment to another account',
    {
      check: 'recipient',
      expected: depository,
      actual: stranger,
      message: 'the payment goes to another account.',
    },
    withPayment,
    [{ ...payment, recipient: stranger }],
  ],
  [
    'a payment out of another account',
    effects('another account would pay.', { expected: user, actual: stranger }),
    withPayment,
    [{ ...payment, sender: stranger }],
  ],
  [
    'a payment with another reference',
    effects(anotherPayment, { expected: requestId, actual: other }),
    withReference,
    [{ ...payment, reference: other }],
  ],
  [
    'a payment without the reference',
    effects(anotherPayment, { expected: requestId }),
    withReference,
    [payment],
  ],
  [
    'a payment with a reference, where none was asked for',
    effects(anotherPayment, { actual: requestId }),
    withPayment,
    [{ ...payment, reference: requestId }],
  ],
  [
    'a swap that was not asked for',
    effects('a swap would be signed that was not asked for.', { actual: text(swap) }),
    withDeposit,
    [swap],
  ],
  [
    'a swap by another contract',
    effects('the swap is made by a contract that is not in the trusted list.', {
      expected: filler,
      actual: stranger,
    }),
    withSwap,
    [{ ...swap, contract: stranger }],
  ],
  [
    'a swap with the reference of another request',
    effects(anotherSwap, { expected: requestId, actual: other }),
    withSwap,
    [{ ...swap, reference: other }],
  ],
  [
    'a swap with a reference, where none was asked for',
    effects(anotherSwap, { actual: requestId }),
    { swap: { contract: filler, settlement: rulesOf } },
    [{ ...swap, reference: requestId }],
  ],
  [
    'a swap whose output goes to another account',
    {
      check: 'recipient',
      expected: user,
      actual: stranger,
      message: 'the output goes to another account.',
    },
    withSwap,
    [{ ...swap, settlement: { ...settlement, account: stranger } }],
  ],
  [
    'a permit that was not asked for',
    effects('a permit would be signed that was not asked for.', { actual: text(permit) }),
    withDeposit,
    [permit],
  ],
  [
    'a permit for another spender',
    effects(spenders, { expected: filler, actual: stranger }),
    withPermit,
    [{ ...permit, spender: stranger }],
  ],
  [
    'a permit that is valid for a second too long',
    effects('the permit is valid for too long.', {
      expected: `until ${String(now + 60)}`,
      actual: String(now + 61),
    }),
    withPermit,
    [{ ...permit, expiresAt: now + 61 }],
  ],
  [
    'a permit that binds no output',
    effects('the permit binds no output.', { actual: text({ ...permit, settlement: undefined }) }),
    withPermit,
    [{ ...permit, settlement: undefined }],
  ],
];

describe('the policy of a wallet', () => {
  it.each(refused)('refuses %s', async (_, refusal, rules, list) => {
    expect(await run(rules, ...list)).toEqual(refusal);
  });

  it.each<[string, Partial<EffectRules>, Effect[]]>([
    ['an allowance for either trusted contract', {}, [approval, { ...approval, spender: filler }]],
    ['an allowance that is set to zero first', {}, [{ ...approval, amount: 0n }, approval]],
    ['a deposit under the id in upper case', withDeposit, [{ ...deposit, orderId: upper }]],
    ['a payment out of the own account', withPayment, [{ ...payment, sender: user }]],
    [
      'a payment with its reference in upper case',
      withReference,
      [{ ...payment, reference: upper }],
    ],
    ['a swap that carries no reference', withSwap, [swap]],
    ['a swap that carries the reference', withSwap, [{ ...swap, reference: requestId }]],
    ['a swap with its reference in upper case', withSwap, [{ ...swap, reference: upper }]],
    ['a permit until the last second', withPermit, [permit]],
    ['what cannot be read where it is accepted', { allowUnknownEffects: true }, [unknown]],
  ])('accepts %s', async (_, rules, list) => {
    expect(await run(rules, ...list)).toBe('accepted');
  });

  it('tells how to accept what cannot be read', () => {
    expect(() => createEffectPolicy(base).check([unknown])).toThrow(
      expect.objectContaining({ hint: 'Pass allowUnknownEffects to accept it.' }),
    );
  });

  it('accepts a permit by its own rules until the last second', async () => {
    expect(await refusalOf(() => checkPermit(permit, permitRules))).toBe('accepted');
  });
});
