import { bytesToHex, type OrderData } from '@portage/core';
import { orderVectors } from '@portage/testing';
import fc from 'fast-check';
import { hashStruct, keccak256, toBytes } from 'viem';
import { describe, expect, it } from 'vitest';
import { codecOf } from '../test/codecs.js';
import { createOrderHasher } from './hasher/createOrderHasher.js';
import { hashOrder } from './hashOrder.js';
import { normalizeOrder } from './normalizeOrder.js';
import { orderTypeHashes, orderTypes, type OrderStruct } from './orderTypes.js';

const vectors = orderVectors.map((vector) => ({ id: vector.orderId, order: vector.orderData }));
const hasher = await createOrderHasher();

describe('published orders', () => {
  it.each(vectors)('have the published id $id', ({ id, order }) => {
    expect(hashOrder(order, codecOf)).toBe(id);
    expect(hasher.hash(order, codecOf)).toBe(id);
    expect(hashStruct(viemStruct(order))).toBe(id);
  });

  it('keep their id when they are normalised', () => {
    for (const { id, order } of vectors) {
      const normal = normalizeOrder(order, codecOf);
      expect(hashOrder(normal, codecOf)).toBe(id);
      expect(normalizeOrder(normal, codecOf)).toEqual(normal);
    }
    expect(vectors).toHaveLength(3);
  });
});

it('has the hashes of its types', () => {
  for (const name of Object.keys(orderTypes) as OrderStruct[])
    expect(orderTypeHashes[name]).toBe(keccak256(toBytes(orderTypes[name])));
});

describe('random orders', () => {
  it('hash as viem, by both implementations', () => {
    fc.assert(
      fc.property(randomOrder(), (order) => {
        const expected = hashStruct(viemStruct(order));
        expect(hashOrder(order, codecOf)).toBe(expected);
        expect(hasher.hash(order, codecOf)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('hash the same by both implementations, ten thousand times', () => {
    for (const order of fc.sample(randomOrder(), { numRuns: 10_000, seed: 20_260_801 })) {
      if (hasher.hash(order, codecOf) !== hashOrder(order, codecOf))
        expect.fail(JSON.stringify(order));
    }
  });

  it('change their id with every member', () => {
    const { order } = vectors[0]!;
    const ids = new Set(variants(order).map((variant) => hasher.hash(variant, codecOf)));
    expect(ids.size).toBe(variants(order).length);
  });
});

describe('what cannot be hashed', () => {
  const { order } = vectors[0]!;
  const payment = order.inputs[0]!.payment;
  it.each([
    [
      'an amount of 2^256',
      {
        ...order,
        inputs: [{ payment: { ...payment, amount: (2n ** 256n).toString() }, refunds: [] }],
      },
    ],
    [
      'an amount that is no number',
      { ...order, inputs: [{ payment: { ...payment, amount: '1e3' }, refunds: [] }] },
    ],
    ['a deadline of 2^32', { ...order, output: { ...order.output, deadline: 2 ** 32 } }],
    ['a deadline with a fraction', { ...order, output: { ...order.output, deadline: 1.5 } }],
    ['a deadline before all time', { ...order, output: { ...order.output, deadline: -1 } }],
    ['half a byte', { ...order, output: { ...order.output, extraData: '0xabc' } }],
  ])('%s is refused by both', (_, bad) => {
    expect(() => hashOrder(bad, codecOf)).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST' }),
    );
    expect(() => hasher.hash(bad, codecOf)).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST' }),
    );
  });
});

it('names the place and the fault of what it refuses', () => {
  const { order } = vectors[0]!;
  expect(() => hashOrder({ ...order, salt: 'none' }, codecOf)).toThrow(
    'orderData: salt is not a number of at most 256 bits.',
  );
});

it('writes the solver, data and calls in one case', () => {
  const { order } = vectors[0]!;
  const upper = (text: string): string => `0x${text.slice(2).toUpperCase()}`;
  const output = { ...order.output, calls: ['0xABCD'], extraData: upper(order.output.extraData) };
  const normal = normalizeOrder({ ...order, solver: upper(order.solver), output }, codecOf);
  expect(normal.solver).toBe(order.solver.toLowerCase());
  expect(normal.output).toMatchObject({
    calls: ['0xabcd'],
    extraData: order.output.extraData.toLowerCase(),
  });
});

it('A4: gives one id to the texts of one number', () => {
  const { id, order } = vectors[0]!;
  const payment = { ...order.inputs[0]!.payment, amount: `000${order.inputs[0]!.payment.amount}` };
  const other = { ...order, inputs: [{ ...order.inputs[0]!, payment }] };
  expect(hasher.hash(other, codecOf)).toBe(id);
  expect(normalizeOrder(other, codecOf)).toEqual(normalizeOrder(order, codecOf));
});

/** The order as viem wants it, addresses already bytes. */
function viemStruct(order: OrderData) {
  const account = (slug: string, text: string) => bytesToHex(codecOf(slug).encodeAddress(text));
  const currency = (slug: string, text: string) => bytesToHex(codecOf(slug).encodeCurrency(text));
  return {
    primaryType: 'Order',
    types: Object.fromEntries(
      Object.values(orderTypes).map((text) => {
        const [, name = '', members = ''] = /^(\w+)\(([^)]*)\)/.exec(text) ?? [];
        return [
          name,
          members
            .split(',')
            .map((member) => ({ type: member.split(' ')[0]!, name: member.split(' ')[1]! })),
        ];
      }),
    ),
    data: {
      ...order,
      salt: BigInt(order.salt),
      inputs: order.inputs.map(({ payment, refunds }) => ({
        payment: { ...payment, currency: currency(payment.chainId, payment.currency) },
        refunds: refunds.map((refund) => ({
          ...refund,
          recipient: account(refund.chainId, refund.recipient),
          currency: currency(refund.chainId, refund.currency),
        })),
      })),
      output: {
        ...order.output,
        payments: order.output.payments.map((payment) => ({
          ...payment,
          recipient: account(order.output.chainId, payment.recipient),
          currency: currency(order.output.chainId, payment.currency),
        })),
      },
      fees: order.fees.map((fee) => ({
        ...fee,
        recipient: account(fee.recipientChainId, fee.recipient),
        currency: currency(fee.currencyChainId, fee.currency),
      })),
    },
  };
}

function randomOrder(): fc.Arbitrary<OrderData> {
  const hexOf = (bytes: number) =>
    fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value) => bytesToHex(value));
  const data = fc.uint8Array({ maxLength: 300 }).map((value) => bytesToHex(value));
  const amount = fc
    .oneof(
      fc.bigInt(0n, 2n ** 256n - 1n),
      fc.bigInt(0n, 2n ** 64n),
      fc.constantFrom(0n, 1n, 2n ** 64n, 2n ** 256n - 1n),
    )
    .map(String);
  const deadline = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const side = fc.oneof(
    fc.record({
      chainId: fc.constantFrom('base', 'optimism', 'arbitrum', 'ünïcode'),
      recipient: hexOf(20),
      currency: hexOf(20),
    }),
    fc.record({
      chainId: fc.constant('lighter'),
      recipient: fc.bigInt(0n, 2n ** 48n).map(String),
      currency: fc.bigInt(0n, 9n).map(String),
    }),
  );
  const refund = fc
    .record({ side, minimumAmount: amount, deadline, extraData: data })
    .map(({ side: at, ...rest }) => ({ ...at, ...rest }));
  const input = fc
    .record({ side, amount, weight: amount, refunds: fc.array(refund, { maxLength: 5 }) })
    .map((value) => ({
      payment: {
        chainId: value.side.chainId,
        currency: value.side.currency,
        amount: value.amount,
        weight: value.weight,
      },
      refunds: value.refunds,
    }));
  const payment = fc.record({
    recipient: hexOf(20),
    currency: hexOf(20),
    minimumAmount: amount,
    expectedAmount: amount,
  });
  const fee = fc
    .record({ side, amount })
    .map((value) => ({
      recipientChainId: value.side.chainId,
      recipient: value.side.recipient,
      currencyChainId: value.side.chainId,
      currency: value.side.currency,
      amount: value.amount,
    }));
  return fc.record({
    version: fc.constant('v1' as const),
    solverChainId: fc.constantFrom('base', 'optimism'),
    solver: hexOf(20),
    salt: hexOf(32),
    inputs: fc.array(input, { maxLength: 3 }),
    output: fc.record({
      chainId: fc.constantFrom('base', 'optimism'),
      payments: fc.array(payment, { maxLength: 5 }),
      calls: fc.array(data, { maxLength: 3 }),
      deadline,
      extraData: data,
    }),
    fees: fc.array(fee, { maxLength: 2 }),
  });
}

/** The order itself and copies of it that differ in one member each. */
function variants(order: OrderData): OrderData[] {
  const account = '0x00000000000000000000000000000000000000aa';
  const input = order.inputs[0]!;
  const out = order.output.payments[0]!;
  const withInput = (changed: Partial<typeof input>): OrderData => ({
    ...order,
    inputs: [{ ...input, ...changed }],
  });
  const withPayment = (changed: Partial<typeof out>): OrderData => ({
    ...order,
    output: { ...order.output, payments: [{ ...out, ...changed }] },
  });
  return [
    order,
    { ...order, solverChainId: 'other' },
    { ...order, solver: account },
    { ...order, salt: '0x01' },
    withInput({ payment: { ...input.payment, chainId: 'other' } }),
    withInput({ payment: { ...input.payment, currency: account } }),
    withInput({ payment: { ...input.payment, amount: '1' } }),
    withInput({ payment: { ...input.payment, weight: '2' } }),
    withInput({ refunds: [] }),
    withInput({ refunds: input.refunds.map((refund) => ({ ...refund, recipient: account })) }),
    withInput({ refunds: input.refunds.map((refund) => ({ ...refund, minimumAmount: '1' })) }),
    withInput({ refunds: input.refunds.map((refund) => ({ ...refund, deadline: 1 })) }),
    withPayment({ recipient: account }),
    withPayment({ currency: account }),
    withPayment({ minimumAmount: '1' }),
    withPayment({ expectedAmount: '1' }),
    { ...order, output: { ...order.output, chainId: 'other' } },
    { ...order, output: { ...order.output, calls: ['0x'] } },
    { ...order, output: { ...order.output, deadline: 1 } },
    { ...order, output: { ...order.output, extraData: '0x' } },
    {
      ...order,
      fees: [
        {
          recipientChainId: 'base',
          recipient: account,
          currencyChainId: 'base',
          currency: account,
          amount: '1',
        },
      ],
    },
  ];
}
