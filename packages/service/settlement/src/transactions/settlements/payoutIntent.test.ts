import type { FillIntent, RefundIntent } from '@portage/core/chain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPayoutIntent, toPaymentIntent, type PayoutIntent } from './payoutIntent.js';

const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const text = fc.string({ maxLength: 8 });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const source = {
  credit: { asset: '1:usdc', amount: 5n },
  solver: 'solver',
  deadline: 7,
  executionTerms: { appFees: [] },
};

const swap = fc.record(
  {
    currency: text,
    amount,
    calls: fc.array(
      fc.record({ to: text, value: amount, data: text, token: text, allowance: amount }),
      { maxLength: 3 },
    ),
    gas: fc.nat(),
    touched: fc.array(text, { maxLength: 3 }),
    minimum: amount,
    maximum: amount,
  },
  { requiredKeys: ['currency', 'amount', 'calls', 'gas', 'touched', 'minimum'] },
);
const authorization = fc.record({
  chainId: fc.nat(),
  address: text,
  nonce: fc.nat(),
  yParity: fc.nat(1),
  r: text,
  s: text,
});
const fill: fc.Arbitrary<FillIntent> = fc
  .record({
    currency: text,
    recipient: text,
    amount,
    calls: fc.array(fc.record({ to: text, value: amount, data: text }), { maxLength: 3 }),
    swap: optional(swap),
    topup: optional(amount),
    authorizations: optional(fc.array(authorization, { maxLength: 2 })),
    callsGas: optional(fc.nat()),
    opensAccount: optional(fc.boolean()),
  })
  .map((changes) => ({ type: 'fill', orderId: 'order', ...changes }));

/** As a database gives JSON back. */
// The same shape: it holds no numbers but small ones.
const stored = (intent: PayoutIntent): PayoutIntent =>
  JSON.parse(JSON.stringify(intent)) as PayoutIntent;

describe('the intent of a settlement', () => {
  it('comes back from the database as the fill that was signed, so that it can be signed again', () => {
    fc.assert(
      fc.property(fill, (intent) => {
        expect(toPaymentIntent('order', stored(toPayoutIntent(intent, source)))).toEqual(intent);
      }),
    );
  });

  it('and as the refund', () => {
    const intent: RefundIntent = {
      type: 'refund',
      orderId: 'order',
      depositor: 'alice',
      currency: 'usdc',
      recipient: 'alice',
      amount: 2n ** 200n,
      key: 'order:main',
    };
    expect(toPaymentIntent('order', stored(toPayoutIntent(intent, source)))).toEqual(intent);
  });

  it('holds where the money comes from, and nothing that is not there', () => {
    const intent: RefundIntent = {
      type: 'refund',
      orderId: 'other',
      depositor: 'alice',
      currency: 'usdc',
      recipient: 'bob',
      amount: 3n,
      key: 'order:main',
    };
    const payment = {
      type: 'refund',
      currency: 'usdc',
      recipient: 'bob',
      amount: '3',
      depositor: 'alice',
      key: 'order:main',
      paidUnder: 'other',
      credit: { asset: '1:usdc', amount: '5' },
      solver: 'solver',
    };
    const { credit, solver } = source;
    expect(toPayoutIntent(intent, { credit, solver })).toStrictEqual(payment);
    expect(toPayoutIntent(intent, { ...source, chargedGas: 4n, charged: 6n })).toStrictEqual({
      ...payment,
      chargedGas: '4',
      charged: '6',
      deadline: 7,
      executionTerms: { appFees: [] },
    });
    expect(toPaymentIntent('order', stored(toPayoutIntent(intent, source)))).toEqual(intent);
  });

  it('reads a refund of its own order, whose parts are not named', () => {
    expect(
      toPaymentIntent('order', {
        type: 'refund',
        currency: 'usdc',
        recipient: 'bob',
        amount: '3',
        credit: { asset: '1:usdc', amount: '5' },
        solver: 'solver',
      }),
    ).toEqual({
      type: 'refund',
      orderId: 'order',
      depositor: '',
      key: '',
      currency: 'usdc',
      recipient: 'bob',
      amount: 3n,
    });
  });

  it('stores no member of a fill that it lacks', () => {
    const bare: FillIntent = {
      type: 'fill',
      orderId: 'order',
      currency: 'usdc',
      recipient: 'bob',
      amount: 3n,
      calls: [],
    };
    const swapped: FillIntent = {
      ...bare,
      swap: { currency: 'weth', amount: 1n, calls: [], gas: 1, touched: [], minimum: 1n },
    };
    expect(Object.keys(toPayoutIntent(bare, source)).sort()).toEqual(
      [
        'amount',
        'calls',
        'credit',
        'currency',
        'deadline',
        'executionTerms',
        'recipient',
        'solver',
        'type',
      ].sort(),
    );
    expect(toPaymentIntent('order', stored(toPayoutIntent(bare, source)))).toStrictEqual(bare);
    expect(toPaymentIntent('order', stored(toPayoutIntent(swapped, source)))).toStrictEqual(
      swapped,
    );
    expect(toPayoutIntent(swapped, source).swap).not.toHaveProperty('maximum');
  });
});
