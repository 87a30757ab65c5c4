import type { FillEvent, OrderData } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { judgeFill } from './judgeFill.js';

const payment = { recipient: 'bob', currency: 'usdc', minimumAmount: '90', expectedAmount: '100' };
const order: OrderData = {
  version: 'v1',
  solverChainId: 'one',
  solver: 'solver',
  salt: '0x1',
  inputs: [],
  output: { chainId: 'two', payments: [payment], calls: [], deadline: 0, extraData: '0x' },
  fees: [],
};
const fill: FillEvent = { type: 'fill', txId: '0x1', ordinal: 0, height: 1, blockHash: '0x2', orderId: 'order', solver: 'solver', recipient: 'bob', currency: 'usdc', amount: 90n };
const place = { chainSlug: 'two', solver: 'solver' };

describe('judgeFill', () => {
  it('accepts what the order promises', () => {
    expect(judgeFill(order, fill, place)).toBeUndefined();
  });

  it.each([
    ['recipient', { recipient: 'mallory' }, place],
    ['currency', { currency: 'weth' }, place],
    ['amount', { amount: 89n }, place],
    ['solver', { solver: 'mallory' }, place],
    ['chain', {}, { ...place, chainSlug: 'one' }],
    ['solver', {}, { ...place, solver: undefined }],
  ])('refuses another %s', (fault, changes, where) => {
    expect(judgeFill(order, { ...fill, ...changes }, where)).toBe(fault);
  });

  it('refuses orders of several payments, which we never make', () => {
    expect(judgeFill({ ...order, output: { ...order.output, payments: [payment, payment] } }, fill, place)).toBe('payments');
  });
});
