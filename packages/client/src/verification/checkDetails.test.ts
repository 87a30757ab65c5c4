import type { Details } from '@portage/core';
import { describe, expect, it } from 'vitest';
import {
  amount,
  expectedOutput,
  minimumOutput,
  stranger,
  usdc,
  user,
} from '../../test/fixtures.js';
import { contextOf, refusalOf, shownOrder } from '../../test/refusals.js';
import { checkDetails, checkShown } from './checkDetails.js';
import type { OrderParts } from './checkOrder.js';

type Change<Value> = (value: Value) => void;

const shownIn = (chainId: number, address: string): string =>
  JSON.stringify({
    chainId,
    address,
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    metadata: { logoURI: '', verified: true },
  });

describe('details, compared with the request', () => {
  it.each<[string, object, Change<Details>]>([
    [
      'another recipient',
      {
        check: 'recipient',
        expected: user,
        actual: stranger,
        message: 'the details name another recipient.',
      },
      (details) => (details.recipient = stranger),
    ],
    [
      'another sender',
      {
        check: 'details',
        expected: user,
        actual: stranger,
        message: 'the details name another sender.',
      },
      (details) => (details.sender = stranger),
    ],
    [
      'an origin currency of another chain',
      {
        check: 'details',
        expected: usdc.base,
        actual: shownIn(10, usdc.base),
        message: 'the details show another origin currency.',
      },
      ({ currencyIn }) => (currencyIn.currency.chainId = 10),
    ],
    [
      'another origin currency of the chain',
      {
        check: 'details',
        expected: usdc.base,
        actual: shownIn(8453, stranger),
        message: 'the details show another origin currency.',
      },
      ({ currencyIn }) => (currencyIn.currency.address = stranger),
    ],
    [
      'a destination currency of another chain',
      {
        check: 'details',
        expected: usdc.optimism,
        actual: shownIn(8453, usdc.optimism),
        message: 'the details show another destination currency.',
      },
      ({ currencyOut }) => (currencyOut.currency.chainId = 8453),
    ],
    [
      'another destination currency of the chain',
      {
        check: 'details',
        expected: usdc.optimism,
        actual: shownIn(10, stranger),
        message: 'the details show another destination currency.',
      },
      ({ currencyOut }) => (currencyOut.currency.address = stranger),
    ],
    [
      'another input',
      {
        check: 'details',
        expected: '1000000',
        actual: '1000001',
        message: 'the details show another input.',
      },
      ({ currencyIn }) => (currencyIn.amount = (amount + 1n).toString()),
    ],
  ])('are refused with %s, which the error names', async (_, refusal, change) => {
    const { details } = await shownOrder();
    change(details);
    expect(await refusalOf(() => checkDetails(details, contextOf()))).toEqual(refusal);
  });

  it('are accepted as they were asked for', async () => {
    const { details } = await shownOrder();
    expect(await refusalOf(() => checkDetails(details, contextOf()))).toBe('accepted');
  });

  it('may show any input where the output is exact', async () => {
    const { details } = await shownOrder();
    const context = contextOf({ body: { tradeType: 'EXACT_OUTPUT', amount: '7' } });
    expect(await refusalOf(() => checkDetails(details, context))).toBe('accepted');
  });
});

describe('details, compared with the order', () => {
  /** The parts of the honest order. */
  const partsOf = async (): Promise<{ details: Details; parts: OrderParts }> => {
    const { details, protocol } = await shownOrder();
    const { inputs, output } = protocol.orderData;
    return { details, parts: { input: inputs[0]!, payment: output.payments[0]! } };
  };
  const paid = JSON.stringify({
    recipient: user,
    currency: usdc.optimism,
    minimumAmount: minimumOutput.toString(),
    expectedAmount: expectedOutput.toString(),
  });

  it.each<[string, object, Change<Details>]>([
    [
      'another input',
      {
        check: 'details',
        expected: '1000000',
        actual: '999999',
        message: 'the details show another input.',
      },
      ({ currencyIn }) => (currencyIn.amount = (amount - 1n).toString()),
    ],
    [
      'another output with the same minimum',
      {
        check: 'details',
        expected: paid,
        actual: '{"expected":"990001","minimum":"980100"}',
        message: 'the details show another output.',
      },
      ({ currencyOut }) => (currencyOut.amount = (expectedOutput + 1n).toString()),
    ],
    [
      'another minimum with the same output',
      {
        check: 'details',
        expected: paid,
        actual: '{"expected":"990000","minimum":"980101"}',
        message: 'the details show another output.',
      },
      ({ currencyOut }) => (currencyOut.minimumAmount = (minimumOutput + 1n).toString()),
    ],
  ])('are refused with %s, which the error names', async (_, refusal, change) => {
    const { details, parts } = await partsOf();
    change(details);
    expect(await refusalOf(() => checkShown(details, parts, contextOf()))).toEqual(refusal);
  });

  it('are accepted as the order has them', async () => {
    const { details, parts } = await partsOf();
    expect(await refusalOf(() => checkShown(details, parts, contextOf()))).toBe('accepted');
  });

  it('may show another input than the order where a swap comes before', async () => {
    const { details, parts } = await partsOf();
    details.currencyIn.amount = '5';
    const context = contextOf({ body: { originCurrency: stranger, amount: '5' } });
    expect(await refusalOf(() => checkShown(details, parts, context))).toBe('accepted');
  });
});
