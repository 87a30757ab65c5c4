import type { OrderData } from '@portage/core';
import type { FillEvent } from '@portage/core/chain';
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
const fill: FillEvent = {
  type: 'fill',
  txId: '0x1',
  ordinal: 0,
  height: 1,
  blockHash: '0x2',
  orderId: 'order',
  solver: 'solver',
  recipient: 'bob',
  currency: 'usdc',
  amount: 90n,
};
const place = { chainSlug: 'two', solver: 'solver' };

describe('judgeFill', () => {
  it('accepts what the order promises', () => {
    expect(judgeFill(order, [fill], place)).toBeUndefined();
  });

  it.each([
    ['recipient', { recipient: 'mallory' }, place],
    ['currency', { currency: 'weth' }, place],
    ['amount', { amount: 89n }, place],
    ['solver', { solver: 'mallory' }, place],
    ['chain', {}, { ...place, chainSlug: 'one' }],
    ['solver', {}, { ...place, solver: undefined }],
  ])('refuses another %s', (fault, changes, where) => {
    expect(judgeFill(order, [{ ...fill, ...changes }], where)).toBe(fault);
  });

  describe('with a top-up', () => {
    const topup = { recipient: 'bob', currency: 'eth', minimumAmount: '5', expectedAmount: '5' };
    const both: OrderData = { ...order, output: { ...order.output, payments: [payment, topup] } };
    const topupFill: FillEvent = { ...fill, ordinal: 1, currency: 'eth', amount: 5n };

    it('accepts both payments, and one of them not without the other', () => {
      expect(judgeFill(both, [fill, topupFill], place)).toBeUndefined();
      expect(judgeFill(both, [fill], place)).toBe('payments');
      expect(judgeFill(both, [topupFill], place)).toBe('payments');
      expect(judgeFill(both, [fill, topupFill, topupFill], place)).toBe('payments');
      expect(judgeFill(order, [fill, topupFill], place)).toBe('payments');
    });

    it.each([
      ['amount', { amount: 4n }],
      ['recipient', { recipient: 'mallory' }],
      ['currency', { currency: 'weth' }],
      ['solver', { solver: 'mallory' }],
    ])('refuses a top-up of another %s', (fault, changes) => {
      expect(judgeFill(both, [fill, { ...topupFill, ...changes }], place)).toBe(fault);
    });

    it('refuses payments in another sequence', () => {
      expect(judgeFill(both, [topupFill, fill], place)).toBe('currency');
    });
  });

  it('refuses orders that promise nothing', () => {
    expect(judgeFill({ ...order, output: { ...order.output, payments: [] } }, [], place)).toBe(
      'payments',
    );
  });
});
