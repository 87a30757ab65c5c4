import type { OrderData } from '@portage/core';
import { orderVectors } from '@portage/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { renderOrder } from './renderOrder.js';

const text = fc.string({ unit: 'binary' });
const digits = fc.bigInt(0n, 2n ** 256n - 1n).map(String);
const hex = fc.uint8Array().map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
const seconds = fc.nat();
const refund = fc.record({
  chainId: text,
  recipient: text,
  currency: text,
  minimumAmount: digits,
  deadline: seconds,
  extraData: hex,
});
const order: fc.Arbitrary<OrderData> = fc.record({
  version: fc.constant('v1' as const),
  solverChainId: text,
  solver: text,
  salt: hex,
  inputs: fc.array(
    fc.record({
      payment: fc.record({ chainId: text, currency: text, amount: digits, weight: digits }),
      refunds: fc.array(refund),
    }),
  ),
  output: fc.record({
    chainId: text,
    payments: fc.array(
      fc.record({ recipient: text, currency: text, minimumAmount: digits, expectedAmount: digits }),
    ),
    calls: fc.array(hex),
    deadline: seconds,
    extraData: hex,
  }),
  fees: fc.array(
    fc.record({
      recipientChainId: text,
      recipient: text,
      currencyChainId: text,
      currency: text,
      amount: digits,
    }),
  ),
});

it('prints what JSON.stringify prints', () => {
  for (const { orderData } of orderVectors)
    expect(renderOrder(orderData)).toBe(JSON.stringify(orderData));
  fc.assert(
    fc.property(order, (data) => {
      expect(JSON.parse(renderOrder(data))).toEqual(data);
    }),
  );
});
