import type { Quote } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { gem, stuck, testChains, usdcToken } from '../test/chains.js';
import { createQuoterHarness, testPayer } from '../test/quoterHarness.js';
import { dollarPools, testSwaps } from '../test/swaps.js';

const { quote: quoteOf } = createQuoterHarness({
  chains: testChains({
    base: { swaps: testSwaps() },
    optimism: { swaps: testSwaps(dollarPools(usdcToken.optimism)) },
  }),
});

/** Routes by the side that swaps, with an exact input and an exact output of like worth. */
const routes = {
  'before the deposit': { originCurrency: stuck, destinationCurrency: usdcToken.optimism },
  'behind the fill': { originCurrency: usdcToken.base, destinationCurrency: gem },
  'on both sides': { originCurrency: stuck, destinationCurrency: gem },
  'within a chain': {
    destinationChainId: 8453,
    originCurrency: usdcToken.base,
    destinationCurrency: gem,
  },
  'from another family': {
    originChainId: 3_586_256,
    user: '72',
    refundTo: '72',
    recipient: testPayer,
    originCurrency: '0',
    destinationCurrency: gem,
  },
};

type Side = keyof typeof routes;

const ask = (side: Side, tradeType: string, slippageTolerance: string): Promise<Quote> => {
  const isIn = tradeType === 'EXACT_INPUT' || side === 'before the deposit';
  const amount = isIn ? '600000000' : '1000000';
  return quoteOf({ user: testPayer, ...routes[side], tradeType, amount, slippageTolerance });
};

const sides = Object.keys(routes) as Side[];
const table = (tradeTypes: readonly string[]) =>
  sides.flatMap((side) =>
    tradeTypes.flatMap((tradeType) =>
      ['50', '500', '1200', '5000'].map((bps) => ({ side, tradeType, bps })),
    ),
  );

describe('a tolerance is no price impact', () => {
  it.each(table(['EXACT_INPUT', 'EXPECTED_OUTPUT']))(
    '$tradeType $side, tolerance of $bps',
    async ({ side, tradeType, bps }) => {
      const [strict, loose] = [await ask(side, tradeType, '0'), await ask(side, tradeType, bps)];
      const { slippageTolerance, ...told } = loose.details;
      expect(told.totalImpact).toEqual(strict.details.totalImpact);
      expect(told.rate).toBe(strict.details.rate);
      expect(Number(slippageTolerance.destination.percent)).toBeCloseTo(Number(bps) / 100, 1);
    },
  );

  it.each(table(['EXACT_OUTPUT']))(
    '$tradeType $side, tolerance of $bps (quote#details-totalImpact, quote#details-rate)',
    async ({ side, tradeType, bps }) => {
      const [strict, loose] = [await ask(side, tradeType, '0'), await ask(side, tradeType, bps)];
      const { details } = loose;
      // The payer gives more, and what the pools leave of it goes back: only the service's share is
      // taken of all that is deposited.
      const isOnOrigin = side !== 'behind the fill' && side !== 'from another family';
      const isOnDestination = isOnOrigin ? side === 'on both sides' : true;
      const share = isOnDestination ? 0.1 : 0.02;
      const apart = (name: 'totalImpact' | 'swapImpact'): number =>
        Math.abs(Number(details[name].percent) - Number(strict.details[name].percent));
      expect(apart('totalImpact')).toBeLessThanOrEqual(share);
      expect(apart('swapImpact')).toBeLessThanOrEqual(0.02);
      expect(Number(details.rate) / Number(strict.details.rate)).toBeCloseTo(1, 2);
      expect(Number(details.currencyIn.amount)).toBeGreaterThan(
        Number(strict.details.currencyIn.amount) * (1 + Number(bps) / 10_001),
      );
      const { swap, execution, 'the service': service, app } = details.expandedPriceImpact;
      const sum = [swap, execution, service, app].reduce((all, { usd }) => all + Number(usd), 0);
      expect(sum).toBeCloseTo(Number(details.totalImpact.usd), 6);
      const { origin, destination } = details.slippageTolerance;
      const added = (10_000 * Number(bps)) / (10_000 + Number(bps)) / 100;
      expect(Number(origin.percent)).toBeCloseTo(isOnOrigin ? added : 0, 1);
      expect(Number(destination.percent)).toBeCloseTo(isOnDestination ? added : 0, 1);
    },
  );

  it('counts where the solver keeps what is left of it: then it is spent', async () => {
    const exact = {
      user: testPayer,
      ...routes['before the deposit'],
      tradeType: 'EXACT_OUTPUT',
      amount: '600000000',
      slippageTolerance: '500',
    };
    const { totalImpact } = (await quoteOf({ ...exact, enableTrueExactOutput: true })).details;
    expect(Number(totalImpact.percent)).toBeLessThan(-4.7);
    expect(Number((await quoteOf(exact)).details.totalImpact.percent)).toBeGreaterThan(-0.7);
  });
});
