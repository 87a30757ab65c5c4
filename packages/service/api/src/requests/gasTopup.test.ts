import { createFakeChain } from '@portage/testing';
import type { OrderData } from '@portage/core';
import { expect, test } from 'vitest';
import { gasTopup } from './gasTopup.js';

const { native } = createFakeChain({ id: 2, slug: 'two', now: Date.now }).chain;

function order(...amounts: readonly string[]): OrderData {
  const payment = (amount: string) => ({
    recipient: 'bob',
    currency: native.address,
    minimumAmount: amount,
    expectedAmount: amount,
  });
  return {
    version: 'v1',
    solverChainId: 'one',
    solver: '0x',
    salt: '0x',
    inputs: [],
    fees: [],
    output: {
      chainId: 'two',
      calls: [],
      deadline: 0,
      extraData: '0x',
      payments: amounts.map(payment),
    },
  };
}

test('tells what the second payment of an order gives, at the price of the quote', () => {
  const currency = { chainId: 2, native, usdE12: (2_000n * 10n ** 12n).toString() };
  expect(gasTopup(order('5', '500000000000000'), currency)).toMatchObject({
    currency: { chainId: 2, symbol: native.symbol },
    amount: '500000000000000',
    amountFormatted: '0.0005',
    amountUsd: '1.000000',
    minimumAmount: '500000000000000',
  });
});

test('tells nothing of an order without a top-up', () => {
  expect(gasTopup(order('5'), { chainId: 2, native, usdE12: '1' })).toBeUndefined();
});
