import type { Details, Quote, QuoteBody } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { filler, makeQuote, now, requestId, stranger, usdc, user } from '../../test/fixtures.js';
import { chainsWith, contextOf, refusalOf } from '../../test/refusals.js';
import { checkSend } from './checkSend.js';

const chains = chainsWith(8453, ({ contracts }) => (contracts['approvalProxy'] = filler));
const bought = '0x6666666666666666666666666666666666666666';
const within: Partial<QuoteBody> = { destinationChainId: 8453, destinationCurrency: bought };

/** A quote without an order. */
async function quoteOf(change: (details: Details) => void = () => undefined): Promise<Quote> {
  const quote = structuredClone(await makeQuote());
  change(quote.details);
  return { ...quote, protocol: {} };
}

/** Checks a quote of a swap within one chain; the module is loaded for each. */
async function check(quote: Quote, body: Partial<QuoteBody> = {}, listed = chains) {
  const { checkSwap } = await import('./checkSwap.js');
  return checkSwap(quote, contextOf({ body: { ...within, ...body }, chains: listed }));
}

const refusal = async (...parameters: Parameters<typeof check>) =>
  await refusalOf(() => check(...parameters));

describe('a quote for a swap within one chain', () => {
  it('lets the swap be signed for a day, to the recipient, for the least that is promised', async () => {
    const body = { recipient: bought, refundTo: stranger };
    const context = contextOf({ body: { ...within, ...body }, chains });
    expect(await check(await quoteOf(), body)).toEqual({
      currency: usdc.base,
      amount: 1_000_000n,
      spenders: [filler],
      swap: {
        contract: filler,
        reference: requestId,
        settlement: {
          origin: expect.objectContaining({ info: context.origin.info }) as unknown,
          orderId: undefined,
          account: bought,
          currency: bought,
          minimum: 980_100n,
          maximum: 990_000n,
          takesMore: true,
          refundTo: [stranger, user],
          now,
          deadlineMax: now + 86_400,
        },
      },
    });
  });

  it.each<[string, Partial<QuoteBody>]>([
    ['on another chain', { destinationChainId: 10 }],
    ['with calls', { txs: [{ to: stranger, value: '0', data: '0x' }] }],
    ['with a gas top-up', { topupGas: true }],
    ['by the solver', { forceSolverExecution: true }],
  ])('is refused without an order where the output was asked for %s', async (_, body) => {
    expect(await refusal(await quoteOf(), body)).toEqual({
      check: 'order-id',
      message: 'the quote has no order.',
    });
  });

  it('is refused where it takes another amount than an exact input', async () => {
    const quote = await quoteOf(({ currencyIn }) => (currencyIn.amount = '1000001'));
    expect(await refusal(quote)).toEqual({
      check: 'amount',
      expected: '1000000',
      actual: '1000001',
      message: 'the swap takes another amount.',
    });
  });

  it.each(['EXACT_OUTPUT', 'EXPECTED_OUTPUT'] as const)(
    'takes what the details show for an output (%s), and no other output',
    async (tradeType) => {
      const quote = await quoteOf(({ currencyIn, currencyOut }) => {
        currencyIn.amount = '1234567';
        currencyOut.minimumAmount = currencyOut.amount;
      });
      expect(await check(quote, { tradeType, amount: '990000' })).toMatchObject({
        amount: 1_234_567n,
        swap: { settlement: { minimum: 990_000n, maximum: 990_000n } },
      });
      expect(await refusal(quote, { tradeType, amount: '989999' })).toEqual({
        check: 'minimum-output',
        expected: '989999',
        actual: '990000',
        message: 'the swap expects another output.',
      });
    },
  );

  it('is held to the tolerance that was asked for, and to none for an exact output', async () => {
    const short = {
      check: 'minimum-output',
      actual: '980100',
      message: 'the swap promises less than the tolerance allows.',
    };
    const quote = await quoteOf();
    expect(await refusal(quote, { slippageTolerance: '99' })).toEqual({
      ...short,
      expected: 'at least 980199',
    });
    expect(await refusal(quote, { slippageTolerance: '100' })).toBe('accepted');
    const output = { amount: '990000', slippageTolerance: '100' };
    expect(await refusal(quote, { ...output, tradeType: 'EXPECTED_OUTPUT' })).toBe('accepted');
    expect(await refusal(quote, { ...output, tradeType: 'EXACT_OUTPUT' })).toEqual({
      ...short,
      expected: 'at least 990000',
    });
  });

  it('is held to the greatest tolerance where the request leaves it to the service', async () => {
    const least = (minimum: string) =>
      quoteOf(({ currencyOut }) => (currencyOut.minimumAmount = minimum));
    const body = { slippageTolerance: undefined };
    expect(await refusal(await least('940500'), body)).toBe('accepted');
    expect(await refusal(await least('940499'), body)).toMatchObject({
      expected: 'at least 940500',
    });
  });

  it.each<[string, unknown]>([
    ['without a trusted swap contract', undefined],
    ['whose swap contract is no text', { address: filler }],
  ])('is refused on a chain %s', async (_, contract) => {
    const listed = chainsWith(8453, ({ contracts }) => (contracts['approvalProxy'] = contract));
    expect(await refusal(await quoteOf(), {}, listed)).toEqual({
      check: 'effects',
      message: 'no contract that swaps on "base" is in the trusted list.',
    });
  });
});

describe('a quote for a plain transfer', () => {
  const context = contextOf({ body: { destinationChainId: 8453, destinationCurrency: usdc.base } });
  const sent = (change: (details: Details) => void = () => undefined) =>
    quoteOf((details) => {
      details.currencyOut.amount = '1000000';
      details.currencyOut.minimumAmount = '1000000';
      change(details);
    });

  it('lets the whole amount be paid with the id of the request, and no spender', async () => {
    expect(checkSend(await sent(), context)).toEqual({
      currency: usdc.base,
      amount: 1_000_000n,
      spenders: [],
      payment: { recipient: user, reference: requestId, check: 'recipient' },
    });
  });

  it.each<[string, (details: Details) => void]>([
    ['takes', ({ currencyIn }) => (currencyIn.amount = '1000001')],
    ['brings', ({ currencyOut }) => (currencyOut.amount = '1000001')],
    ['promises', ({ currencyOut }) => (currencyOut.minimumAmount = '1000001')],
  ])('is refused that %s another amount', async (_, change) => {
    const quote = await sent(change);
    expect(await refusalOf(() => checkSend(quote, context))).toEqual({
      check: 'amount',
      expected: '1000000',
      actual: '1000001',
      message: 'the transfer moves another amount.',
    });
  });
});
