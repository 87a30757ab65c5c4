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
});
