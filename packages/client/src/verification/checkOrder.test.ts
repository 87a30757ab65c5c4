import type { OrderData } from '@portage/core';
import { describe, expect, it } from 'vitest';
import {
  amount,
  depository,
  filler,
  now,
  solver,
  stranger,
  usdc,
  user,
} from '../../test/fixtures.js';
import {
  chainsWith,
  contextOf,
  refusalOf,
  shownOrder,
  type Circumstances,
  type Refusal,
} from '../../test/refusals.js';
import { checkOrder, type ShownOrder } from './checkOrder.js';

type Change = (order: OrderData, shown: ShownOrder) => void;

/** The refusal of an order that was changed and hashed again. */
const refusal = async (change: Change, circumstances?: Circumstances) => {
  const shown = await shownOrder(change);
  return await refusalOf(() => checkOrder(shown, contextOf(circumstances)));
};

/** The address in 32 bytes, as `extraData` holds it. */
const word = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;

const text = (value: unknown): string => JSON.stringify(value);
const more = (amount + 1n).toString();
const deadline = 4_000_000_000;
const originRefund = {
  chainId: 'base',
  recipient: user,
  currency: usdc.base,
  minimumAmount: '0',
  deadline,
  extraData: word(filler),
};
const paid = {
  recipient: user,
  currency: usdc.optimism,
  minimumAmount: '980100',
  expectedAmount: '990000',
};
const swapped = { body: { originCurrency: stranger } };
const notPaid = 'the payment is in another currency.';

const refused: [string, Refusal, Change, Circumstances?][] = [
  [
    'is already over',
    {
      check: 'deadline',
      expected: `after ${String(now)}`,
      actual: String(now),
      message: 'the order is already over.',
    },
    ({ inputs, output }) => {
      output.deadline = now;
      inputs[0]!.refunds.forEach((refund) => (refund.deadline = now));
    },
  ],
  [
    'names a solver that is not in the trusted list',
    {
      check: 'solver',
      expected: text([solver.address]),
      actual: stranger,
      message: 'the order names a solver that is not in the trusted list.',
    },
    (order) => (order.solver = stranger),
  ],
  [
    'waits for no payment',
    { check: 'amount', actual: '0', message: 'the order waits for too many or too few payments.' },
    (order) => (order.inputs = []),
  ],
  [
    'waits for two payments',
    { check: 'amount', actual: '2', message: 'the order waits for too many or too few payments.' },
    ({ inputs }) => inputs.push(inputs[0]!),
  ],
  [
    'takes a currency that was not asked for',
    { check: 'currency', expected: usdc.base, actual: stranger, message: notPaid },
    ({ inputs }) => (inputs[0]!.payment.currency = stranger),
  ],
  [
    'takes a currency after a swap on a chain without a trusted swap contract',
    { check: 'currency', expected: stranger, actual: usdc.base, message: notPaid },
    () => undefined,
    swapped,
  ],
  [
    'takes a currency after a swap that was not wanted',
    { check: 'currency', expected: stranger, actual: usdc.base, message: notPaid },
    () => undefined,
    {
      body: { originCurrency: stranger, disableOriginSwaps: true },
      chains: chainsWith(8453, ({ contracts }) => (contracts['approvalProxy'] = filler)),
    },
  ],
  [
    'is paid on another chain',
    {
      check: 'chain',
      expected: 'base',
      actual: 'optimism',
      message: 'the payment is on another chain.',
    },
    (_, { protocol }) => (protocol.paymentDetails.chainId = 'optimism'),
  ],
  [
    'is paid in another currency than it takes',
    { check: 'currency', expected: usdc.base, actual: stranger, message: notPaid },
    (_, { protocol }) => (protocol.paymentDetails.currency = stranger),
  ],
  [
    'is paid with another amount than it takes',
    {
      check: 'amount',
      expected: '1000000',
      actual: more,
      message: 'the payment and the order differ.',
    },
    (_, { protocol }) => (protocol.paymentDetails.amount = more),
  ],
  [
    'takes another amount',
    {
      check: 'amount',
      expected: '1000000',
      actual: more,
      message: 'the order takes another amount.',
    },
    ({ inputs }, { protocol }) => {
      inputs[0]!.payment.amount = more;
      protocol.paymentDetails.amount = more;
    },
  ],
  [
    'is paid to another depository',
    {
      check: 'depository',
      expected: depository,
      actual: stranger,
      message: 'the payment goes to a depository that is not in the trusted list.',
    },
    (_, { protocol }) => (protocol.paymentDetails.depository = stranger),
  ],
  [
    'is paid on a chain without a trusted depository',
    {
      check: 'depository',
      expected: 'none',
      actual: depository,
      message: 'the payment goes to a depository that is not in the trusted list.',
    },
    () => undefined,
    { chains: chainsWith(8453, ({ protocol }) => delete protocol.v2.depository) },
  ],
  [
    'has no refund on the origin chain',
    {
      check: 'refund',
      expected: 'base',
      message: 'the order cannot be refunded on the origin chain.',
    },
    ({ inputs }) => inputs[0]!.refunds.shift(),
  ],
  [
    'refunds a currency that was not asked for',
    {
      check: 'refund',
      actual: text({ ...originRefund, currency: stranger }),
      message: 'a refund is in a currency that was not asked for.',
    },
    ({ inputs }) => (inputs[0]!.refunds[0]!.currency = stranger),
  ],
  [
    'refunds another account',
    {
      check: 'refund',
      expected: text([user, user]),
      actual: stranger,
      message: 'a refund goes to another account.',
    },
    ({ inputs }) => (inputs[0]!.refunds[0]!.recipient = stranger),
  ],
  [
    'ends after its refund',
    {
      check: 'refund',
      expected: `until ${String(deadline)}`,
      actual: String(deadline - 1),
      message: 'a refund ends before the order.',
    },
    ({ inputs }) => (inputs[0]!.refunds[0]!.deadline = deadline - 1),
  ],
  [
    'has a refund minimum above the deposit',
    {
      check: 'refund',
      actual: text({ ...originRefund, minimumAmount: more }),
      message: 'a refund starts above the payment.',
    },
    ({ inputs }) => (inputs[0]!.refunds[0]!.minimumAmount = more),
  ],
  [
    'pays out on another chain',
    {
      check: 'chain',
      expected: 'optimism',
      actual: 'base',
      message: 'the order pays out on another chain.',
    },
    ({ output }) => (output.chainId = 'base'),
  ],
  [
    'pays another account',
    {
      check: 'recipient',
      expected: user,
      actual: stranger,
      message: 'the order pays another account.',
    },
    ({ output }) => (output.payments[0]!.recipient = stranger),
  ],
  [
    'pays nothing',
    { check: 'amount', actual: '[]', message: 'the order makes too many or too few payments.' },
    ({ output }) => (output.payments = []),
  ],
  [
    'makes three payments',
    {
      check: 'amount',
      actual: text([paid, paid, paid]),
      message: 'the order makes too many or too few payments.',
    },
    ({ output }) => (output.payments = [paid, paid, paid]),
  ],
  [
    'pays another currency',
    {
      check: 'currency',
      expected: usdc.optimism,
      actual: stranger,
      message: 'the order pays another currency.',
    },
    ({ output }) => (output.payments[0]!.currency = stranger),
  ],
  [
    'expects another output',
    {
      check: 'minimum-output',
      expected: '990000',
      actual: '990001',
      message: 'the order expects another output.',
    },
    ({ output }) => (output.payments[0]!.expectedAmount = '990001'),
  ],
  [
    'makes calls that were not asked for',
    { check: 'calls', expected: '[]', actual: '["0x00"]', message: 'the order makes other calls.' },
    ({ output }) => (output.calls = ['0x00']),
  ],
  [
    'is filled by a contract that is not in the trusted list',
    {
      check: 'filler',
      expected: word(filler),
      actual: word(stranger),
      message: 'the order names a paying contract that is not in the trusted list.',
    },
    ({ output }) => (output.extraData = word(stranger)),
  ],
  [
    'names a paying contract of nothing but zeros on a chain without one',
    {
      check: 'filler',
      expected: '0x',
      actual: '0x0000',
      message: 'the order names a paying contract that is not in the trusted list.',
    },
    ({ inputs, output }) => {
      output.extraData = '0x0000';
      inputs[0]!.refunds[1]!.extraData = '0x';
    },
    { chains: chainsWith(10, ({ protocol }) => delete protocol.v2.filler) },
  ],
];

describe('an order', () => {
  it.each(refused)('is refused that %s', async (_, error, change, circumstances) => {
    expect(await refusal(change, circumstances)).toEqual(error);
  });
});
