import type { ExecutionTerms } from '@portage/settlement';
import { dueFill } from '@portage/settlement/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChainContext } from '../../test/createChainContext.js';
import { fresh, type ChainContext } from '../context.js';
import { createBudget } from './createBudget.js';
import { planFill } from './planFill.js';
import { planPresent } from './planPresent.js';

type QuotedMarket = NonNullable<ExecutionTerms['quoted']>;

/** Gas for so many micro-USD, at 2000 USD for a native currency of 18 decimals. */
const gasOf = (microUsd: bigint): bigint => microUsd * 5n * 10n ** 8n;
const usdE12 = (usd: bigint): string => (usd * 10n ** 12n).toString();

/** 10,000 USDC, of which a deposit in time gets at least 9,800; 0.015 USD were charged for gas. */
const expected = 10_000_000_000n;
const quoted: QuotedMarket = { gas: gasOf(15_000n).toString(), minimum: '9800000000' };
/** The same out of ETH at 2000 USD. */
const exchanged: QuotedMarket = {
  ...quoted,
  exchange: {
    origin: { assetId: 'eth', usdE12: usdE12(2_000n) },
    inventory: { assetId: 'usdc', usdE12: usdE12(1n) },
  },
};

/** A context in which ETH, the native currency too, is worth so much by now. */
function contextAt(ethUsd = 2_000n, ageMs = 0): ChainContext {
  const { context } = createChainContext();
  return {
    ...context,
    prices: (id) => ({
      value: { usdE12: (id === 'usdc' ? 1n : ethUsd) * 10n ** 12n },
      observedAt: context.clock.now() - ageMs,
    }),
  };
}

const spendOf = (market: QuotedMarket | undefined, waitedMs = 0) =>
  dueFill({ amountOut: expected, waitedMs, executionTerms: { appFees: [], quoted: market } });

const long = 3_600_000;

describe('planPresent', () => {
  it.each([
    ['costs what was charged', 15_000n, expected],
    ['costs twice as much', 30_000n, expected],
    ['costs three times as much, which is cents', 45_000n, expected],
    ['costs nothing', 0n, expected],
  ])('pays all at once while gas %s', (_, microUsd, amount) => {
    const context = contextAt();
    expect(planPresent(context, spendOf(quoted), gasOf(microUsd))).toBe(amount);
  });

  it('waits while gas costs 1,510 USD of which 0.015 were charged, and then gives back', () => {
    const context = contextAt();
    const gas = gasOf(1_510_000_000n);
    expect(planPresent(context, spendOf(quoted), gas)).toEqual({
      type: 'wait',
      delayMs: 2_000,
      reason: 'gas costs more than was charged',
    });
    expect(planPresent(context, spendOf(quoted, 60_000), gas)).toEqual({
      type: 'refund',
      reason: 'QUOTED_GAS_LIMIT_EXCEEDED',
    });
  });

  it('takes dearer gas off the payment after it waited, within what the payer tolerates', () => {
    const context = contextAt();
    const spend = spendOf(quoted, 60_000);
    expect(planPresent(context, spend, gasOf(20_015_000n))).toBe(expected - 20_000_000n);
    expect(planPresent(context, spend, gasOf(200_015_000n))).toBe(9_800_000_000n);
    expect(planPresent(context, spend, gasOf(200_015_001n))).toMatchObject({ type: 'refund' });
  });

  it.each([
    ['held', 2_000n, expected],
    ['rose', 3_000n, expected],
    ['lost half a percent', 1_990n, expected],
    ['lost more', 1_989n, 9_945_000_000n],
    ['lost all that is tolerated', 1_960n, 9_800_000_000n],
  ])('pays for a deposit whose price %s', (_, usd, amount) => {
    const context = contextAt(usd);
    expect(planPresent(context, spendOf(exchanged), 0n)).toBe(amount);
  });

  it('C8: does not pay for a deposit that lost a fifth: it waits, and gives back', () => {
    const context = contextAt(1_600n);
    expect(planPresent(context, spendOf(exchanged), 0n)).toMatchObject({
      type: 'wait',
      reason: 'the deposit is worth too little',
    });
    expect(planPresent(context, spendOf(exchanged, long), 0n)).toEqual({
      type: 'refund',
      reason: 'SLIPPAGE',
    });
  });

  it('counts a deposit at the lower of two prices, and what it pays for it at the higher', () => {
    const context = contextAt();
    const ranged = (assetId: string, low: bigint, high: bigint): ChainContext => ({
      ...context,
      prices: (id) => {
        const accepted = context.prices(id);
        const scale = accepted?.value.usdE12 ?? 0n;
        return accepted === undefined || id !== assetId
          ? accepted
          : {
              ...accepted,
              range: {
                low: { usdE12: (scale * low) / 1_000n },
                high: { usdE12: (scale * high) / 1_000n },
              },
            };
      },
    });
    const spend = spendOf(exchanged);
    expect(planPresent(ranged('eth', 1_000n, 1_050n), spend, 0n)).toBe(expected);
    expect(planPresent(ranged('eth', 990n, 1_000n), spend, 0n)).toBe(9_900_000_000n);
    expect(planPresent(ranged('usdc', 950n, 1_000n), spend, 0n)).toBe(expected);
    expect(planPresent(ranged('usdc', 1_000n, 1_050n), spend, 0n)).toMatchObject({ type: 'wait' });
  });

  it('gives a promise without tolerance back rather than less of it', () => {
    const context = contextAt(1_989n);
    const exact = { ...exchanged, minimum: expected.toString() };
    expect(planPresent(context, spendOf(exact, long), 0n)).toMatchObject({ type: 'refund' });
  });

  it('needs no price for one asset while gas is cheap, and waits for those that it needs', () => {
    const context = contextAt(2_000n, 60_001);
    expect(fresh(context, context.prices('eth'))).toBeUndefined();
    expect(planPresent(context, spendOf(quoted), gasOf(30_000n))).toBe(expected);
    for (const [market, gas] of [
      [quoted, gasOf(1_000_000n)],
      [exchanged, 0n],
    ] as const)
      expect(planPresent(context, spendOf(market), gas)).toMatchObject({
        type: 'wait',
        reason: 'prices are not known',
      });
  });

  it('pays an order from before the market was kept as it expects', () => {
    const context = contextAt(1n);
    expect(planPresent(context, spendOf(undefined), 10n ** 30n)).toBe(expected);
  });

  it('never pays more than expected or less than tolerated, nor loses more than is covered', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 4_000n), fc.bigInt(0n, 10n ** 9n), (usd, microUsd) => {
        const context = contextAt(usd);
        const gas = (microUsd * 10n ** 12n) / usd;
        const amount = planPresent(context, spendOf(exchanged, long), gas);
        if (typeof amount !== 'bigint') return;
        expect(amount >= 9_800_000_000n && amount <= expected).toBe(true);
        const worth = (expected * usd) / 2_000n;
        const covered = (expected * context.policy.fills.priceLossBpsMax) / 10_000n;
        const chargedMicroUsd = (15_000n * usd) / 2_000n;
        // Half a percent of the price, twice the charged gas or five cents beyond it.
        const gasCovered =
          chargedMicroUsd + (chargedMicroUsd > 50_000n ? chargedMicroUsd : 50_000n);
        expect(amount + microUsd).toBeLessThanOrEqual(worth + covered + gasCovered + 2n);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('planFill', () => {
  it('signs nothing whose gas is 100,000 times what was charged', () => {
    const context = contextAt();
    const dear: ChainContext = {
      ...context,
      chain: {
        ...context.chain,
        gas: {
          ...context.chain.gas,
          estimate: () => ({ value: gasOf(1_510_000_000n), observedAt: context.clock.now() }),
        },
      },
    };
    const budget = createBudget(
      [context.chain.native.address, ...context.chain.assets.map(({ address }) => address)].map(
        (currency) => ({ currency, balance: 10n ** 24n, reserved: 0n }),
      ),
    );
    expect(planFill(dear, spendOf(quoted), budget)).toMatchObject({ type: 'wait' });
    expect(planFill(dear, spendOf(quoted, long), budget)).toMatchObject({ type: 'refund' });
  });
});
