import { Money, PortageError, type CurrencyAmount, type Quote } from '@portage/core';
import type { FillIntent, Simulation } from '@portage/core/chain';
import { describe, expect, it } from 'vitest';
import { gem, stuck, usdcToken, weth, testChains } from '../test/chains.js';
import type { QuotePolicy } from './policy.js';
import { other, testPayer, createQuoterHarness } from '../test/quoterHarness.js';
import { dollarPools, testSwaps } from '../test/swaps.js';

const units = (amount: CurrencyAmount | undefined): bigint => BigInt(amount?.amount ?? '');
const swapping = () => ({
  base: { swaps: testSwaps() },
  optimism: { swaps: testSwaps(dollarPools(usdcToken.optimism)) },
});
const createSwapBench = (memory: Parameters<typeof testChains>[0] = swapping()) =>
  createQuoterHarness({ chains: testChains(memory) });

const before = {
  user: testPayer,
  originCurrency: stuck,
  destinationCurrency: usdcToken.optimism,
  amount: '1000000000',
};
const after = {
  user: testPayer,
  originCurrency: usdcToken.base,
  destinationCurrency: gem,
  amount: '1000000000',
};
const both = { ...before, destinationCurrency: gem };

/** The swap of the deposit, as it was handed to the chain. */
function swapOf(quote: Quote): {
  readonly currency: string;
  readonly amount: string;
  readonly minimum: string;
  readonly refundTo: string;
  readonly deadline: number;
  readonly maximum?: string;
  readonly calls: readonly { readonly data: string; readonly allowance: string }[];
} {
  // What the test chain writes there.
  return quote.steps.at(-1)?.items[0]?.data['swap'] as ReturnType<typeof swapOf>;
}

const inputOf = (quote: Quote) => quote.protocol.v2!.orderData.inputs[0]!;
const paymentOf = (quote: Quote) => quote.protocol.v2!.orderData.output.payments[0]!;

describe('a swap that only a venue could make', () => {
  it('is refused for a moment where the caller has asked too much, and names who asks', async () => {
    const callers: unknown[] = [];
    const swaps = {
      ...testSwaps(dollarPools(usdcToken.optimism)),
      quote: () => undefined,
      ask: (_: unknown, caller?: string) => {
        callers.push(caller);
        return 'full' as const;
      },
    };
    const bench = createSwapBench({ ...swapping(), optimism: { swaps } });
    await expect(bench.quoteText(after, 'address a')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    expect(new Set(callers)).toEqual(new Set(['address a']));
  });
});

describe('a swap before the deposit', () => {
  it('brings what the order takes and refunds, for as much as slippage leaves at the least (quote#details-refundCurrency, quote#orderData-refunds)', async () => {
    const { quote, saved } = createSwapBench();
    const answer = await quote(before);
    const { details } = answer;
    expect(details.currencyIn).toMatchObject({
      amount: '1000000000',
      currency: { address: stuck },
    });
    // 1000 STUCK through the pool of ten million each, 0.3 %: 996.900609 USDC.
    expect(inputOf(answer).payment).toMatchObject({
      currency: usdcToken.base,
      amount: '996900609',
    });
    expect(inputOf(answer).refunds[0]).toMatchObject({ chainId: 'base', currency: usdcToken.base });
    expect(paymentOf(answer)).toMatchObject({
      currency: usdcToken.optimism,
      expectedAmount: details.currencyOut.amount,
      minimumAmount: details.currencyOut.minimumAmount,
    });
    expect(details.refundCurrency).toMatchObject({
      amount: '996900609',
      currency: { address: usdcToken.base },
    });
    expect(details.route.origin).toMatchObject({
      inputCurrency: details.currencyIn,
      outputCurrency: details.refundCurrency,
      router: 'deep',
    });
    expect(details.route.destination.router).toBe('portage');
    const swap = swapOf(answer);
    expect(swap).toMatchObject({
      currency: stuck,
      amount: '1000000000',
      minimum: details.refundCurrency.minimumAmount,
      refundTo: testPayer,
    });
    expect(swap.deadline * 1000).toBeLessThanOrEqual(saved[0]!.fillBy);
    expect(JSON.parse(saved[0]!.executionTerms!)).toMatchObject({ short: { least: swap.minimum } });
  });

  it('is filled for its least deposit with the signed minimum, to the unit', async () => {
    const { quote, saved } = createSwapBench();
    for (const slippageTolerance of ['1', '50', '200', '9999', '10000']) {
      const answer = await quote({ ...before, slippageTolerance });
      const { short } = JSON.parse(saved.at(-1)!.executionTerms!) as {
        short: { least: string; fees: string };
      };
      const [taken, fees, least] = [
        BigInt(inputOf(answer).payment.amount),
        BigInt(short.fees),
        BigInt(short.least),
      ];
      const filled = (deposit: bigint) =>
        (BigInt(paymentOf(answer).expectedAmount) * (deposit - fees)) / (taken - fees);
      const minimum = BigInt(paymentOf(answer).minimumAmount);
      expect(filled(least) >= minimum && filled(least) > 0n).toBe(true);
      expect(filled(least - 1n) < minimum || filled(least - 1n) === 0n).toBe(true);
      expect(filled(taken)).toBe(BigInt(paymentOf(answer).expectedAmount));
    }
  });

  it('takes no less for an exact output, and gives back what it does not need', async () => {
    const { quote, saved } = createSwapBench();
    const answer = await quote({
      ...before,
      tradeType: 'EXACT_OUTPUT',
      amount: '500000000',
      slippageTolerance: '100',
    });
    const swap = swapOf(answer);
    expect(paymentOf(answer)).toMatchObject({
      expectedAmount: '500000000',
      minimumAmount: '500000000',
    });
    expect(swap.minimum).toBe(inputOf(answer).payment.amount);
    expect(JSON.parse(swap.calls[0]!.data)).toMatchObject({
      type: 'EXACT_OUTPUT',
      limit: swap.amount,
    });
    const { origin } = answer.details.slippageTolerance;
    expect(BigInt(swap.amount)).toBe(
      Money.mulDivUp(BigInt(swap.amount) - BigInt(origin.value), 10_100n, 10_000n),
    );
    expect(JSON.parse(saved[0]!.executionTerms!)).not.toHaveProperty('short');
  });

  it('sells all of the input where the solver gets what comes out beyond an exact output', async () => {
    const { quote, saved } = createSwapBench();
    const exact = {
      ...before,
      tradeType: 'EXACT_OUTPUT',
      amount: '500000000',
      slippageTolerance: '100',
    };
    const answer = await quote({ ...exact, enableTrueExactOutput: true });
    const swap = swapOf(answer);
    const asked = inputOf(answer).payment.amount;
    expect(JSON.parse(swap.calls[0]!.data)).toMatchObject({ type: 'EXACT_INPUT', limit: asked });
    expect(swap).toMatchObject({ minimum: asked, maximum: (2n ** 256n - 1n).toString() });
    expect(swap.calls.reduce((sum, { allowance }) => sum + BigInt(allowance), 0n)).toBe(
      BigInt(swap.amount),
    );
    await quote(exact);
    const [given, left] = saved.map(
      ({ executionTerms }) => JSON.parse(executionTerms!) as { depositSurplusTo?: string },
    );
    expect([given!.depositSurplusTo, left!.depositSurplusTo]).toEqual(['solver', undefined]);
  });

  it('costs for an expected output what it costs now', async () => {
    const { quote } = createSwapBench();
    const answer = await quote({ ...before, tradeType: 'EXPECTED_OUTPUT', amount: '500000000' });
    const swap = swapOf(answer);
    expect(paymentOf(answer).expectedAmount).toBe('500000000');
    expect(paymentOf(answer).minimumAmount).toBe('490000000');
    expect(JSON.parse(swap.calls[0]!.data)).toMatchObject({
      type: 'EXACT_INPUT',
      limit: swap.minimum,
    });
    const again = await quote({ ...before, amount: swap.amount });
    expect(units(again.details.currencyOut) >= 500_000_000n).toBe(true);
  });

  describe('where deposits name their amounts', () => {
    const bench = () =>
      createSwapBench({
        base: { swaps: testSwaps(), paysInMinimum: true },
        optimism: { swaps: testSwaps(dollarPools(usdcToken.optimism)) },
      });

    it('pays in the least that it brings, and promises what comes of that', async () => {
      const { quote, saved } = bench();
      const answer = await quote({ ...before, slippageTolerance: '100' });
      // A hundredth less than the 996.900609 USDC that come out now.
      expect(inputOf(answer).payment.amount).toBe('986931603');
      expect(swapOf(answer)).toMatchObject({ amount: '1000000000', minimum: '986931603' });
      expect(JSON.parse(swapOf(answer).calls[0]!.data)).toMatchObject({
        type: 'EXACT_INPUT',
        limit: '986931603',
      });
      expect(JSON.parse(saved[0]!.executionTerms!)).not.toHaveProperty('short');
    });

    it('takes the tolerance of its own side only where nobody names one', async () => {
      const answer = await bench().quote(before);
      const deposit = BigInt(inputOf(answer).payment.amount);
      expect(deposit < 996_900_609n && deposit > 940_000_000n).toBe(true);
      expect(swapOf(answer).minimum).toBe(deposit.toString());
    });

    it('counts no tolerance as price impact', async () => {
      const impactOf = async (slippageTolerance: string): Promise<number> => {
        const { details } = await bench().quote({ ...before, slippageTolerance });
        return Number(details.swapImpact.percent);
      };
      expect(await impactOf('1200')).toBe(await impactOf('0'));
    });

    it('pays in what an exact output takes', async () => {
      const answer = await bench().quote({
        ...before,
        tradeType: 'EXACT_OUTPUT',
        amount: '500000000',
        slippageTolerance: '100',
      });
      expect(paymentOf(answer).expectedAmount).toBe('500000000');
      expect(swapOf(answer).minimum).toBe(inputOf(answer).payment.amount);
    });
  });

  it('is not made when origin swaps are ruled out, nor where there are none', async () => {
    await expect(
      createSwapBench().quote({ ...before, disableOriginSwaps: true }),
    ).rejects.toMatchObject({ code: 'UNSUPPORTED_ROUTE' });
    await expect(createSwapBench({}).quote(before)).rejects.toMatchObject({
      code: 'UNSUPPORTED_CURRENCY',
    });
  });
});

describe('a swap behind the fill', () => {
  it('is what the recipient gets', async () => {
    const { quote, saved } = createSwapBench();
    const answer = await quote(after);
    const { details } = answer;
    expect(inputOf(answer).payment).toMatchObject({
      currency: usdcToken.base,
      amount: '1000000000',
    });
    expect(paymentOf(answer)).toMatchObject({
      currency: gem,
      expectedAmount: details.currencyOut.amount,
    });
    expect(details.route.destination.outputCurrency).toEqual(details.currencyOut);
    const { fill } = JSON.parse(saved[0]!.executionTerms!) as {
      fill: { currency: string; amount: string };
    };
    expect(details.route.destination.inputCurrency).toMatchObject({
      amount: fill.amount,
      currency: { address: fill.currency },
    });
  });

  it('buys an exact output with the tolerance on top, and says whose the surplus is (quote#enableTrueExactOutput)', async () => {
    const { quote, saved } = createSwapBench();
    const exact = {
      ...after,
      tradeType: 'EXACT_OUTPUT',
      amount: '1000000',
      slippageTolerance: '100',
    };
    const ours = await quote({ ...exact, enableTrueExactOutput: true });
    const theirs = await quote(exact);
    expect(paymentOf(ours)).toMatchObject({ expectedAmount: '1000000', minimumAmount: '1000000' });
    const [one, two] = saved.map(
      ({ executionTerms }) =>
        (JSON.parse(executionTerms!) as { fill: { amount: string; surplusTo?: string } }).fill,
    );
    expect([one!.surplusTo, two!.surplusTo]).toEqual(['solver', undefined]);
    expect(one!.amount).toBe(two!.amount);
    expect(units(theirs.details.currencyIn)).toBeGreaterThan((600_000_000n * 101n) / 100n);
  });
});

describe('on a chain whose payments name their amounts', () => {
  const bench = (payoutMarginBps?: bigint) =>
    createSwapBench({
      base: { swaps: testSwaps() },
      optimism: { swaps: { ...testSwaps(dollarPools(usdcToken.optimism)), payoutMarginBps } },
    });

  it('the output is what a swap brings less the margin', async () => {
    const [whole, named] = [await bench().quote(after), await bench(10n).quote(after)];
    const expected = (units(whole.details.currencyOut) * 9_990n) / 10_000n;
    expect(units(named.details.currencyOut)).toBe(expected);
    expect(BigInt(paymentOf(named).expectedAmount)).toBe(expected);
    expect(whole.details.currencyIn).toEqual(named.details.currencyIn);
  });

  it.each(['EXACT_OUTPUT', 'EXPECTED_OUTPUT'])(
    '%s is bought with the margin',
    async (tradeType) => {
      const asked = { ...after, tradeType, amount: '1000000' };
      const [whole, named] = [await bench().quote(asked), await bench(10n).quote(asked)];
      expect(units(named.details.currencyOut)).toBe(1_000_000n);
      const [less, more] = [whole, named].map(({ details }) => units(details.currencyIn));
      const extra = ((more! - less!) * 10_000n) / less!;
      expect(extra).toBeGreaterThanOrEqual(9n);
      expect(extra).toBeLessThanOrEqual(11n);
    },
  );
});

describe('swaps on both sides', () => {
  it('add up', async () => {
    const { details, fees } = await createSwapBench().quote(both);
    const { swap, execution, 'the service': service, app } = details.expandedPriceImpact;
    const sum = [swap, execution, service, app].reduce((total, { usd }) => total + Number(usd), 0);
    expect(sum).toBeCloseTo(Number(details.totalImpact.usd), 6);
    expect(Number(details.totalImpact.usd)).toBeCloseTo(
      Number(details.currencyOut.amountUsd) - Number(details.currencyIn.amountUsd),
      6,
    );
    expect(fees.relayer.currency.address).toBe(details.refundCurrency.currency.address);
    expect(details.operation).toBe('swap');
  });

  it('go through whatever leaves the recipient most', async () => {
    const best = await createSwapBench().quote(both);
    // WETH into GEM is the deeper pool by far, and STUCK into USDC.
    expect([best.details.route.origin.router, best.details.route.destination.router]).toEqual([
      'deep',
      'wide',
    ]);
    const other = await createSwapBench().quote({
      ...both,
      includedDestinationSwapSources: ['deep'],
    });
    expect(other.details.route.destination.router).toBe('deep');
    expect(units(other.details.currencyOut) < units(best.details.currencyOut)).toBe(true);
  });

  it('keep to the sources that are named', async () => {
    const { quote } = createSwapBench();
    const routers = async (members: object) =>
      Object.values((await quote({ ...both, ...members })).details.route).map(
        ({ router }) => router,
      );
    expect(await routers({ includedSwapSources: ['wide'] })).toEqual(['wide', 'wide']);
    expect(await routers({ excludedSwapSources: ['deep'] })).toEqual(['wide', 'wide']);
    expect(await routers({ includedOriginSwapSources: ['wide'] })).toEqual(['wide', 'wide']);
    expect(
      await routers({
        includedSwapSources: ['wide', 'deep'],
        includedOriginSwapSources: ['wide'],
        includedDestinationSwapSources: ['deep'],
      }),
    ).toEqual(['wide', 'deep']);
    await expect(quote({ ...both, excludedSwapSources: ['deep', 'wide'] })).rejects.toMatchObject({
      code: 'NO_SWAP_ROUTES_FOUND',
    });
    await expect(
      quote({ ...both, includedOriginSwapSources: ['wide', 'sushi'] }),
    ).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      hint: 'Sources: deep, wide.',
      details: [{ path: 'includedOriginSwapSources.1' }],
    });
  });

  it('keep the most pools that they may pass through with the order', async () => {
    const { quote, saved } = createSwapBench();
    await quote({ ...both, maxRouteLength: 1 });
    expect(JSON.parse(saved[0]!.executionTerms!)).toMatchObject({ fill: { hopsMax: 1 } });
    await expect(quote({ ...both, maxRouteLength: 5 })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: [{ path: 'maxRouteLength' }],
    });
  });

  it('are refused where no pool takes the amount, and from pools that are too old', async () => {
    await expect(
      createSwapBench().quote({ ...both, tradeType: 'EXACT_OUTPUT', amount: '1000000000000' }),
    ).rejects.toMatchObject({ code: 'NO_SWAP_ROUTES_FOUND' });
    const old = createSwapBench({
      base: { swaps: testSwaps(dollarPools(usdcToken.base), 60_001) },
      optimism: { swaps: testSwaps(dollarPools(usdcToken.optimism)) },
    });
    await expect(old.quote(both)).rejects.toMatchObject({ code: 'PRICE_FETCH_FAILED' });
  });

  it('leave a bridge as it is', async () => {
    const bridge = { ...before, originCurrency: usdcToken.base };
    expect(await createSwapBench().quoteText(bridge)).toBe(
      await createQuoterHarness().quoteText(bridge),
    );
  });
});

describe('a swap within a chain', () => {
  const within = {
    user: testPayer,
    destinationChainId: 8453,
    originCurrency: usdcToken.base,
    destinationCurrency: gem,
    amount: '600000000',
  };
  const stepOf = (text: string) =>
    (
      JSON.parse(text) as {
        steps: {
          id: string;
          items: {
            data: {
              swap: {
                swap: { amount: string; minimum: string };
                recipient: string;
                maximum?: string;
              };
            };
          }[];
        }[];
      }
    ).steps[0]!;

  it('is its payer’s own: no order, no fees, and the least output is what must come out', async () => {
    const { quoteText, saved } = createSwapBench();
    const text = await quoteText(within);
    const { details, fees, protocol } = JSON.parse(text) as Quote;
    expect(protocol).toEqual({});
    expect(
      [fees.relayer, fees.relayerGas, fees.relayerService, fees.app, fees.subsidized].map(
        ({ amount }) => amount,
      ),
    ).toEqual(['0', '0', '0', '0', '0']);
    const { id, items } = stepOf(text);
    expect(id).toBe('swap');
    expect(items[0]!.data.swap).toMatchObject({
      recipient: testPayer,
      swap: { amount: '600000000', minimum: details.currencyOut.minimumAmount },
    });
    expect(items[0]!.data.swap.maximum).toBeUndefined();
    expect(details.route.origin).toMatchObject({
      inputCurrency: details.currencyIn,
      router: 'deep',
    });
    expect(details.refundCurrency).toEqual(details.currencyIn);
    expect(saved[0]).toMatchObject({
      orderId: `0x${'5a'.repeat(32)}`,
      originChainId: 8453,
      destinationChainId: 8453,
    });
    expect([saved[0]!.orderData, saved[0]!.executionTerms]).toEqual([undefined, undefined]);
    // 600 USDC of GEM at 60000 are 0.01 less what the pools take.
    expect(units(details.currencyOut) > 980_000n && units(details.currencyOut) < 1_000_000n).toBe(
      true,
    );
  });

  it('buys an exact output, and gives the rest back', async () => {
    const { quoteText } = createSwapBench();
    const text = await quoteText({ ...within, tradeType: 'EXACT_OUTPUT', amount: '1000000' });
    const step = stepOf(text).items[0]!.data.swap;
    expect(step).toMatchObject({ swap: { minimum: '1000000' } });
    // The recipient gets whatever comes out.
    expect(step).not.toHaveProperty('maximum');
  });

  it('is the solver’s to make where that is asked for, or app fees are to be booked', async () => {
    const { quote } = createSwapBench();
    for (const members of [
      { forceSolverExecution: true },
      { disableOriginSwaps: true },
      { tradeType: 'EXACT_OUTPUT', amount: '1000000', enableTrueExactOutput: true },
      { appFees: [{ recipient: testPayer, fee: '10' }] },
    ]) {
      const { protocol, steps } = await quote({ ...within, ...members });
      expect(protocol.v2?.orderData).toMatchObject({
        inputs: [{ payment: { chainId: 'base' } }],
        output: { chainId: 'base' },
      });
      expect(steps.map(({ id }) => id)).toEqual(['deposit']);
    }
  });

  it('brings its recipient all that comes out, also where deposits name their amounts', async () => {
    const of = async (paysInMinimum: boolean) => {
      const base = { swaps: testSwaps(), paysInMinimum };
      const { quote } = createSwapBench({ base });
      return (await quote({ ...within, slippageTolerance: '500' })).details.currencyOut;
    };
    const [named, whole] = [await of(true), await of(false)];
    expect(named).toEqual(whole);
    expect(units(named)).toBeGreaterThan(BigInt(named.minimumAmount));
  });

  it('lays out the rent of its recipient’s new account, and names who pays the fees', async () => {
    const gasOf = async (rent: bigint) => {
      const { quote } = createSwapBench({ base: { swaps: testSwaps(), rent: () => rent } });
      return BigInt((await quote(within)).fees.gas.amount);
    };
    expect((await gasOf(7_000n)) - (await gasOf(0n))).toBe(7_000n);
    const base = { swaps: testSwaps(), takesFeePayer: true };
    const { quoteText } = createSwapBench({ base });
    const members = { depositFeePayer: other, includeComputeUnitLimit: true };
    const { items } = stepOf(await quoteText({ ...within, ...members }));
    expect(items[0]!.data.swap).toMatchObject({ feePayer: other, computeUnitLimit: true });
  });

  it('is an order between accounts that cannot make it alone', async () => {
    const asked: unknown[] = [];
    const canSwapAlone = (payment: unknown): boolean => {
      asked.push(payment);
      return asked.length > 1;
    };
    const { quote } = createSwapBench({ base: { swaps: testSwaps(), canSwapAlone } });
    expect((await quote(within)).protocol.v2).toBeDefined();
    expect((await quote(within)).protocol.v2).toBeUndefined();
    expect(asked[0]).toEqual({ payer: testPayer, recipient: testPayer, currency: gem });
  });

  it('is stored by nobody when it is only looked at', async () => {
    const { quoteText, saved } = createSwapBench();
    expect(
      (JSON.parse(await quoteText({ ...within, indicativeQuote: true })) as Quote).steps,
    ).toEqual([]);
    expect(saved).toEqual([]);
  });
});

describe('a race of routes', () => {
  const racing = { apiKeyId: 'key_1', rights: ['route-racing'] as const };
  /** Output that a chain shows for each candidate: undefined where it reverts. */
  type Shown = (fill: FillIntent) => bigint | 'unknown' | undefined;
  function race(shown: Shown) {
    const asked: (readonly FillIntent[])[] = [];
    const simulateFills = (fills: readonly FillIntent[]): Promise<readonly Simulation[]> => {
      asked.push(fills);
      return Promise.resolve(
        fills.map((fill): Simulation => {
          const paid = shown(fill);
          if (paid === 'unknown') return { status: 'unknown', reason: 'busy' };
          if (paid === undefined) return { status: 'reverts', reason: 'BelowMinimum' };
          return { status: 'passes', paid };
        }),
      );
    };
    const chains = testChains({
      base: {},
      optimism: { swaps: testSwaps(dollarPools(usdcToken.optimism)), simulateFills },
    });
    return { asked, bench: createQuoterHarness({ chains, context: racing }) };
  }
  const raced = { ...after, useRouteRacing: true };
  const heldOf = ({ details }: Quote) => details.route.destination.inputCurrency.currency.address;
  const isUsdc = ({ swap }: FillIntent): boolean => swap?.currency === usdcToken.optimism;
  const winnerOf = async (shown: Shown) => heldOf(await race(shown).bench.quote(raced));

  it('is won by the route that brings most on the chain, whatever memory says (quote#useRouteRacing)', async () => {
    const { asked, bench } = race((fill) => fill.amount);
    const memory = heldOf(await bench.quote(after));
    expect(memory).not.toBe(usdcToken.optimism);
    expect(asked).toEqual([]);
    // All bring what memory says.
    expect(heldOf(await bench.quote(raced))).toBe(memory);
    expect(asked[0]!.length).toBeGreaterThan(1);
    const most = asked[0]![0]!.amount;
    expect(await winnerOf((fill) => (isUsdc(fill) ? most : most - 1n))).toBe(usdcToken.optimism);
    expect(await winnerOf((fill) => (isUsdc(fill) ? most - 1n : most))).not.toBe(
      usdcToken.optimism,
    );
    expect(await winnerOf((fill) => (isUsdc(fill) ? 1n : undefined))).toBe(usdcToken.optimism);
    expect(await winnerOf((fill) => (isUsdc(fill) ? 'unknown' : undefined))).toBe(
      usdcToken.optimism,
    );
    expect(await winnerOf(() => 'unknown')).toBe(memory);
  });

  it('pays the order’s minimum at the least, and is refused where no route does', async () => {
    const { asked, bench } = race((fill) => fill.amount);
    const { details } = await bench.quote({ ...raced, slippageTolerance: '300' });
    const winner = asked[0]!.find(({ amount }) => amount.toString() === details.currencyOut.amount);
    expect(winner?.swap?.minimum.toString()).toBe(details.currencyOut.minimumAmount);
    const none = race(() => undefined).bench.quote(raced);
    await expect(none).rejects.toMatchObject({
      code: 'NO_INTERNAL_SWAP_ROUTES_FOUND',
      context: { chainId: 10, reason: 'BelowMinimum' },
    });
  });

  it('is not run for what is small, fixed at its end, or without a choice (quote#routeRacingMinUsdSize, quote#default-routeRacingMinUsdSize)', async () => {
    const { asked, bench } = race(() => undefined);
    await bench.quote({ ...raced, amount: '99000000' });
    await bench.quote({ ...raced, routeRacingMinUsdSize: 1_000.5 });
    await bench.quote({ ...raced, tradeType: 'EXPECTED_OUTPUT', amount: '1000000' });
    await bench.quote({ ...raced, destinationCurrency: usdcToken.optimism });
    expect(asked).toEqual([]);
  });

  it('B7: is for keys that may, and holds nobody up whose chain does not answer (keys-and-usage#route-racing)', async () => {
    await expect(createSwapBench().quote(raced)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const chains = testChains({
      optimism: {
        swaps: testSwaps(dollarPools(usdcToken.optimism)),
        simulateFills: () => Promise.reject(new PortageError('RPC_HTTP_ERROR')),
      },
    });
    expect(
      (await createQuoterHarness({ chains, context: racing }).quote(raced)).details.currencyOut
        .currency.address,
    ).toBe(gem);
  });
});

describe('a fallback', () => {
  const bridge = {
    user: testPayer,
    originCurrency: usdcToken.base,
    destinationCurrency: usdcToken.optimism,
    amount: '1000000000',
  };
  const pools = { wide: [[usdcToken.optimism, 10n ** 13n, weth, 4_000n * 10n ** 18n]] } as const;
  const poor = () =>
    createSwapBench({
      optimism: { swaps: testSwaps(pools), balances: { [usdcToken.optimism]: 5n } },
    });

  it('pays out of something else through pools, where that is allowed (quote#useFallbacks)', async () => {
    await expect(poor().quote(bridge)).rejects.toMatchObject({ code: 'INSUFFICIENT_LIQUIDITY' });
    const { details } = await poor().quote({ ...bridge, useFallbacks: true });
    expect(details.route.destination).toMatchObject({
      inputCurrency: { currency: { symbol: 'ETH' } },
      outputCurrency: details.currencyOut,
      router: 'wide',
    });
    const rich = createSwapBench({ optimism: { swaps: testSwaps(pools) } });
    expect(
      (await rich.quote({ ...bridge, useFallbacks: true })).details.route.destination.router,
    ).toBe('portage');
  });

  it('that does not reach leaves the refusal as it was', async () => {
    await expect(
      poor().quote({
        ...bridge,
        useFallbacks: true,
        tradeType: 'EXACT_OUTPUT',
        amount: '20000000000000',
      }),
    ).rejects.toMatchObject({ code: 'INSUFFICIENT_LIQUIDITY' });
  });
});

it('says what external liquidity would need, where it is needed', async () => {
  const poor = {
    base: { swaps: testSwaps() },
    optimism: { balances: { [usdcToken.optimism]: 5n } },
  };
  await expect(
    createSwapBench(poor).quote({ ...before, useExternalLiquidity: true }),
  ).rejects.toMatchObject({
    code: 'UNSUPPORTED_FEATURE',
    message: expect.stringContaining('it needs a canonical bridge') as string,
  });
});

describe('slippage that nobody names', () => {
  const classes = {
    usdc: 'stable',
    stuck: 'stable',
    eth: 'major',
    weth: 'major',
    gem: 'major',
  } as const;
  const quoteOf = (
    body: Readonly<Record<string, unknown>>,
    assetClasses: QuotePolicy['assetClasses'] = classes,
  ): Promise<Quote> =>
    createQuoterHarness({ chains: testChains(swapping()), policy: { assetClasses } }).quote(body);
  /** Signed minimum for a tolerance. */
  const least = ({ details }: Quote, bps: bigint): string =>
    (units(details.currencyOut) - (units(details.currencyOut) * bps) / 10_000n).toString();

  it.each([
    ['a bridge', { ...before, originCurrency: usdcToken.base }, classes, 5n],
    ['dollars swapped before the deposit', before, classes, 50n],
    ['a known currency swapped behind the fill', after, classes, 100n],
    ['both of them', both, classes, 150n],
    ['an unknown currency', before, { usdc: 'stable' } as const, 200n],
    ['two of them', both, {}, 400n],
  ])('is that of the pools on the way: %s', async (_, body, assetClasses, bps) => {
    const quote = await quoteOf(body, assetClasses);
    expect(paymentOf(quote).minimumAmount).toBe(least(quote, bps));
    expect(quote.details.currencyOut.minimumAmount).toBe(paymentOf(quote).minimumAmount);
  });

  it('is apart for 10 USD and for a million in the same pool', async () => {
    const bpsOf = async (usd: bigint): Promise<bigint> => {
      const quote = await quoteOf(
        { ...before, amount: (usd * 1_000_000n).toString(), overridePriceImpact: true },
        { ...classes, stuck: 'stable' },
      );
      const { amount, minimumAmount } = quote.details.currencyOut;
      return Money.mulDivUp(BigInt(amount) - BigInt(minimumAmount), 10_000n, BigInt(amount));
    };
    // A sandwich of 10 USD pays more to the pool than it takes; one of a million takes all of it.
    expect(await bpsOf(10n)).toBe(50n);
    expect(await bpsOf(1_000_000n)).toBe(5n);
    // The fee of 0.3 % is where the one becomes the other.
    expect(await bpsOf(29_000n)).toBe(50n);
    expect(await bpsOf(35_000n)).toBe(5n);
  });

  it('buys an exact output with as much on top, on each side', async () => {
    const exact = { ...both, tradeType: 'EXACT_OUTPUT', amount: '1000000' };
    const [quote, named] = [
      await quoteOf(exact),
      await quoteOf({ ...exact, slippageTolerance: '0' }),
    ];
    expect(paymentOf(quote).minimumAmount).toBe('1000000');
    const { input, asked } = {
      input: units(quote.details.currencyIn),
      asked: units(named.details.currencyIn),
    };
    // 1 % of what the solver spends, and half a percent of what the payer gives for it; pools and
    // fees hardly change with it.
    expect(Number(input) / Number(asked)).toBeCloseTo(1.01 * 1.005, 3);
  });
});
