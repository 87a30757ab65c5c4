import { describe, expect, it } from 'vitest';
import type { Flow } from '../model/chain.js';
import type { SignedOrder } from '../orders/signedOrder.js';
import { judgeOrder, type Status } from './judgeOrder.js';

const order = {
  orderId: '0x01',
  requestId: '0x02',
  origin: { slug: 'base', currency: 'usdc', amount: 100n },
  refundTo: 'alice',
  destination: { slug: 'optimism', currency: 'usdc', recipient: 'bob', minimum: 90n },
  hasCalls: false,
} satisfies Omit<SignedOrder, 'data'>;

const flow = (type: Flow['type'], amount: bigint, txId: string = type): Flow => ({
  type,
  amount,
  txId,
  orderId: order.orderId,
});

function judge(flows: readonly Flow[], status: Status): readonly string[] {
  // The data of the order is hashed elsewhere.
  return judgeOrder(order as unknown as SignedOrder, flows, status);
}

describe('judgeOrder', () => {
  it.each([
    ['a filled order', [flow('deposit', 100n), flow('fill', 90n)], 'success'],
    ['a refunded order', [flow('deposit', 100n), flow('refund', 99n)], 'refund'],
    ['an unpaid one', [], undefined],
    [
      'a second deposit that went back',
      [
        flow('deposit', 100n),
        flow('deposit', 100n, 'again'),
        flow('fill', 95n),
        flow('refund', 99n),
      ],
      'success',
    ],
  ] as const)('has nothing to say of %s', (_, flows, status) => {
    expect(judge(flows, status)).toEqual([]);
  });

  it.each([
    [
      'two fills',
      [flow('deposit', 100n), flow('fill', 90n), flow('fill', 90n, 'again')],
      'success',
    ],
    ['a fill without a deposit', [flow('fill', 90n)], 'success'],
    ['a refund without a deposit', [flow('refund', 9n)], 'refund'],
    [
      'a fill and a refund',
      [flow('deposit', 100n), flow('fill', 90n), flow('refund', 9n)],
      'success',
    ],
    ['more back than in', [flow('deposit', 100n), flow('refund', 101n)], 'refund'],
    ['too little', [flow('deposit', 100n), flow('fill', 89n)], 'success'],
    ['a success that nobody was paid for', [flow('deposit', 100n)], 'success'],
    ['a refund that nobody got', [flow('deposit', 100n)], 'refund'],
    [
      'a fill that the database does not know',
      [flow('deposit', 100n), flow('fill', 90n)],
      'pending',
    ],
  ] as const)('finds %s', (_, flows, status) => {
    expect(judge(flows, status)).not.toEqual([]);
  });
});
