import { createChains, type SwapRequest } from '@portage/core/chain';
import type { DuePayout } from '@portage/settlement';
import type { PayoutIntent } from '@portage/settlement/testing';
import { createFakeChain, fakeAddress, fakeNative } from '@portage/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueFill } from '@portage/settlement/testing';
import { createChainContext } from '../../test/createChainContext.js';
import { createBudget } from './createBudget.js';
import { planFill } from './planFill.js';

const usdc = fakeAddress('usdc');
const gasReserve = 2_000n;

const budgetOf = (reserved = 0n, balance = 10_000n, native = 10n ** 9n) =>
  createBudget([
    { currency: usdc, balance, reserved },
    { currency: fakeNative, balance: native, reserved: 0n },
  ]);

type BurnerNames = { readonly [kind in 'payer' | 'key' | 'target']?: string };

const burnersOf = (names: BurnerNames, burned: bigint) => {
  const of = (name?: string) => new Map(name === undefined ? [] : [[name, burned]]);
  return { payer: of(names.payer), key: of(names.key), target: of(names.target) };
};

const settledIntent: PayoutIntent = {
  type: 'fill',
  currency: usdc,
  recipient: 'bob',
  amount: '1',
  credit: { asset: '1:usdc', amount: '1' },
  solver: 'solver',
};

describe('planFill', () => {
  it('pays what the signed order says and holds it with its gas', () => {
    const { context } = createChainContext();
    expect(planFill(context, dueFill(), budgetOf())).toEqual({
      type: 'pay',
      intent: {
        type: 'fill',
        orderId: 'order',
        currency: usdc,
        recipient: fakeAddress('bob'),
        amount: 900n,
        calls: [],
      },
      source: {
        credit: { asset: `1:${usdc}`, amount: 1_000n },
        solver: 'solver',
        deadline: 1_800_000_000,
      },
      gasReserve,
      isRewrite: false,
    });
  });

  it('counts what its depositor asked back as gone, as far as the origin chain is read', () => {
    const { context } = createChainContext();
    const due = dueFill();
    const origin = createFakeChain({ id: due.job.deposit.chainId, slug: 'one' });
    const chains = createChains([context.chain, origin.chain]);
    const plan = (changes: Parameters<typeof dueFill>[0]) =>
      planFill({ ...context, chains }, dueFill(changes), budgetOf());
    const { time } = origin.tip();
    const most = context.policy.fills.originLagSecondsMax;
    expect(plan({ isUnderReclaim: true, originTime: time })).toEqual({
      type: 'refund',
      reason: 'RECLAIM_REQUESTED',
    });
    expect(plan({ originTime: time - most })).toMatchObject({ type: 'pay' });
    expect(plan({ originTime: time - most - 1 })).toEqual({
      type: 'wait',
      delayMs: 1_000,
      reason: 'the origin chain is not read up to its newest blocks',
    });
  });

  it('C14: holds a fill whose fee is above the ceiling of its chain, and then gives it back', () => {
    const { context } = createChainContext({ fills: { feeMicroUsdMax: { two: 1n } } });
    const plan = (waitedMs: number) => planFill(context, dueFill({ waitedMs }), budgetOf());
    expect(plan(0)).toMatchObject({ type: 'pay' });
    const dear = {
      ...context,
      policy: {
        ...context.policy,
        fills: { ...context.policy.fills, feeMicroUsdMax: { two: 0n } },
      },
    };
    expect(planFill(dear, dueFill({ waitedMs: 0 }), budgetOf())).toMatchObject({
      type: 'wait',
      reason: 'the fee of a fill is above fillUsdMax of two',
    });
    expect(planFill(dear, dueFill({ waitedMs: 60_000 }), budgetOf())).toEqual({
      type: 'refund',
      reason: 'QUOTED_GAS_LIMIT_EXCEEDED',
    });
  });

  it.each([
    ['that is not final', { isFinal: false }],
    [
      'whose settlement is taken',
      { settlement: { kind: 'fill', settled: false, intent: settledIntent } },
    ],
    ['that was filled', { filled: true }],
    ['that has ended', { status: 'success' }],
  ] as const)('leaves an order alone %s', (_, changes) => {
    expect(planFill(createChainContext().context, dueFill(changes), budgetOf())).toMatchObject({
      type: 'drop',
    });
  });

  it.each([
    ['is too late for its deadline', { deadline: 1_700_000_030 }, 'PROTOCOL_DEADLINE_EXPIRED'],
    ['has waited too long', { fillBy: 1_699_999_000_000 }, 'TTL_EXPIRED'],
    [
      'has waited longer than its payer allows',
      { fillBy: 1_699_999_999_000, executionTerms: { appFees: [], hasTtl: true } },
      'TTL_EXPIRED',
    ],
    ['pays somebody who cannot be paid', { recipient: usdc }, 'TRANSFER_FAILED'],
    ['is larger than the inventory', { amountOut: 10_001n }, 'SOLVER_BALANCE_TOO_LOW'],
  ] as const)('gives the deposit back when the order %s', (_, changes, reason) => {
    expect(planFill(createChainContext().context, dueFill(changes), budgetOf())).toEqual({
      type: 'refund',
      reason,
    });
  });

  it('fills at the very second of the deadline, and not one second later', () => {
    const { context } = createChainContext();
    const tip = context.chain.observe.tip()?.value;
    const {
      fills: { deadlineMarginSeconds },
    } = context.policy;
    const last = (tip?.time ?? 0) + context.chain.secondsPerPayment + deadlineMarginSeconds;
    expect(planFill(context, dueFill({ deadline: last }), budgetOf())).toMatchObject({
      type: 'pay',
    });
    expect(planFill(context, dueFill({ deadline: last - 1 }), budgetOf())).toEqual({
      type: 'refund',
      reason: 'PROTOCOL_DEADLINE_EXPIRED',
    });
    // The time in which a deposit may come ends after its last millisecond.
    const fillBy = (tip?.time ?? 0) * 1000;
    const executionTerms = { appFees: [], hasTtl: true } as const;
    expect(planFill(context, dueFill({ fillBy, executionTerms }), budgetOf())).toMatchObject({
      type: 'pay',
    });
    expect(planFill(context, dueFill({ fillBy: fillBy - 1, executionTerms }), budgetOf())).toEqual({
      type: 'refund',
      reason: 'TTL_EXPIRED',
    });
  });

  it('charges a sponsor for each fill of a batch, so that two share one balance', () => {
    const { context } = createChainContext();
    const sponsor = { account: 'acme', microUsd: '60' };
    const spend = dueFill({
      executionTerms: { appFees: [], sponsor } as unknown as DuePayout['executionTerms'],
    });
    const budget = createBudget(
      [
        { currency: usdc, balance: 10_000n, reserved: 0n },
        { currency: fakeNative, balance: 10n ** 9n, reserved: 0n },
      ],
      new Map([['acme', 100n]]),
    );
    expect(planFill(context, spend, budget)).toMatchObject({ type: 'pay' });
    expect(planFill(context, spend, budget)).toEqual({
      type: 'refund',
      reason: 'SPONSOR_BALANCE_TOO_LOW',
    });
    expect(budget.covers('acme', 40n)).toBe(true);
    expect(budget.covers('acme', 41n)).toBe(false);
  });

  it('gives a deposit back whose request failed before it came', () => {
    expect(
      planFill(createChainContext().context, dueFill({ status: 'failure' }), budgetOf()),
    ).toEqual({ type: 'refund', reason: 'ORDER_IS_CANCELLED' });
  });

  it('L7: tells a balance that is too low from one that is promised', () => {
    const { context } = createChainContext();
    expect(planFill(context, dueFill(), budgetOf(9_500n))).toEqual({
      type: 'refund',
      reason: 'SOLVER_CAPACITY_EXCEEDED',
    });
    expect(planFill(context, dueFill(), budgetOf(0n, 10_000n, gasReserve - 1n))).toEqual({
      type: 'refund',
      reason: 'SOLVER_BALANCE_TOO_LOW',
    });
    expect(
      planFill(
        createChainContext({ fills: { capacityWaitMs: 100 } }).context,
        dueFill(),
        budgetOf(9_500n),
      ),
    ).toMatchObject({ type: 'wait', delayMs: 100 });
  });

  it('fills a late deposit under its late terms alone, however late it is', () => {
    const { context } = createChainContext();
    const base = dueFill({ fillBy: 1_600_000_000_000 });
    const late = {
      toleranceBps: '5000',
      minimum: '900',
      gas: '0',
      origin: { assetId: 'usdc', usdE12: '1000000000000' },
      destination: { assetId: 'usdc', usdE12: '1000000000000' },
    };
    const spend = {
      ...base,
      job: { ...base.job, isLate: true },
      executionTerms: { appFees: [], late },
    };
    // A thousand units of gas cost one unit of USDC, rounded up.
    expect(planFill(context, spend, budgetOf())).toMatchObject({
      type: 'pay',
      intent: { amount: 899n },
    });
    expect(
      planFill(
        context,
        { ...spend, executionTerms: { appFees: [], late: { ...late, gas: '1' } } },
        budgetOf(),
      ),
    ).toMatchObject({ type: 'pay', intent: { amount: 900n } });
    expect(
      planFill(
        context,
        { ...spend, executionTerms: { appFees: [], late: { ...late, toleranceBps: '1' } } },
        budgetOf(),
      ),
    ).toEqual({ type: 'refund', reason: 'TTL_EXPIRED' });
    expect(planFill(context, { ...spend, executionTerms: undefined }, budgetOf())).toEqual({
      type: 'refund',
      reason: 'TTL_EXPIRED',
    });
    expect(planFill({ ...context, prices: () => undefined }, spend, budgetOf())).toMatchObject({
      type: 'wait',
      reason: 'prices are not known',
    });
    const tooLate = dueFill({ deadline: 1_700_000_030 });
    expect(planFill(context, { ...spend, order: tooLate.order }, budgetOf())).toEqual({
      type: 'refund',
      reason: 'PROTOCOL_DEADLINE_EXPIRED',
    });
  });

  it('waits for what it does not know instead of guessing', () => {
    const { context, fake } = createChainContext();
    expect(planFill(context, dueFill(), createBudget([]))).toMatchObject({
      type: 'wait',
      reason: 'the inventory is not counted yet',
    });
    expect(planFill(context, dueFill({ isOriginHalted: true }), budgetOf())).toMatchObject({
      type: 'wait',
    });
    fake.setReadings(false);
    expect(planFill(context, dueFill(), budgetOf())).toMatchObject({
      type: 'wait',
      reason: 'the tip of the chain is not known',
    });
  });

  it('never promises more than there is, whatever is asked for', () => {
    const { context } = createChainContext();
    fc.assert(
      fc.property(
        fc.array(fc.bigInt(1n, 4_000n), { maxLength: 30 }),
        fc.bigInt(0n, 10_000n),
        fc.bigInt(0n, 30_000n),
        (amounts, reserved, native) => {
          const budget = budgetOf(reserved, 10_000n, native);
          const paid = amounts
            .map((amountOut) => planFill(context, dueFill({ amountOut }), budget))
            .filter((decision) => decision.type === 'pay');
          expect(
            paid.reduce((sum, { intent }) => sum + intent.amount, reserved),
          ).toBeLessThanOrEqual(10_000n);
          expect(BigInt(paid.length) * gasReserve).toBeLessThanOrEqual(native);
        },
      ),
    );
  });

  it('N8: makes no more calls for a payer whose calls keep failing on the chain', () => {
    const { context } = createChainContext();
    const base = dueFill();
    const call =
      context.chain.codec.encodeCall?.({ to: fakeAddress('shop'), value: 0n, data: '0x12' }) ?? '';
    const spend = {
      ...base,
      order: { ...base.order, output: { ...base.order.output, calls: [call] } },
    };
    expect(
      planFill(
        context,
        { ...spend, revertedOfPayer: context.policy.fills.revertsPerPayerMax - 1 },
        budgetOf(),
      ),
    ).toMatchObject({ type: 'pay', intent: { calls: [{ data: '0x12' }] } });
    expect(
      planFill(
        context,
        { ...spend, revertedOfPayer: context.policy.fills.revertsPerPayerMax },
        budgetOf(),
      ),
    ).toEqual({ type: 'refund', reason: 'EXECUTION_REVERTED' });
    expect(
      planFill(
        context,
        { ...base, revertedOfPayer: context.policy.fills.revertsPerPayerMax },
        budgetOf(),
      ),
    ).toMatchObject({ type: 'pay' });
  });

  it('halts orders with calls, and no others, once calls have burned their budget of gas', () => {
    const { context } = createChainContext();
    const base = dueFill();
    const call =
      context.chain.codec.encodeCall?.({ to: fakeAddress('shop'), value: 0n, data: '0x12' }) ?? '';
    const order = { ...base.order, output: { ...base.order.output, calls: [call] } };
    // 20 USD at 2,000 USD for a unit.
    const most = 10n ** 16n;
    const after = (burned: bigint, open = 0n, calling = order) =>
      planFill(context, { ...base, order: calling, burnedGas: { burned, open } }, budgetOf());
    expect(after(most - 10n ** 10n)).toMatchObject({ type: 'pay' });
    expect(after(most)).toEqual({ type: 'refund', reason: 'EXECUTION_REVERTED' });
    expect(after(0n, most)).toMatchObject({ type: 'wait' });
    expect(after(most, most, base.order)).toMatchObject({ type: 'pay' });
  });

  it.each([
    ['payer', { payer: 'mallory' }, { payer: 'mallory' }, { payer: 'alice' }],
    ['API key', { key: 'app' }, { apiKeyId: 'app' }, { apiKeyId: 'other' }],
    ['call without a key', { key: '' }, {}, { apiKeyId: 'app' }],
    ['contract', { target: fakeAddress('shop') }, {}, { target: fakeAddress('bank') }],
  ] as const)(
    'halts orders with calls of a %s that burned its own budget, and of no other',
    (...row) => {
      const [, burner, one, { target, ...other }] = row as readonly [
        ...[string, BurnerNames, Partial<DuePayout>],
        Partial<DuePayout> & { readonly target?: string },
      ];
      const { context } = createChainContext();
      const decide = (burned: bigint, changes: Partial<DuePayout>, to = fakeAddress('shop')) => {
        const base = dueFill();
        const call = context.chain.codec.encodeCall?.({ to, value: 0n, data: '0x12' }) ?? '';
        const order = { ...base.order, output: { ...base.order.output, calls: [call] } };
        const burnedGas = { burned: 0n, open: 0n, burners: burnersOf(burner, burned) };
        return planFill(context, { ...base, order, burnedGas, ...changes }, budgetOf()).type;
      };
      // 20 USD at 2,000 USD for a unit: more than any budget of one.
      expect(decide(10n ** 16n, one)).toBe('refund');
      expect(decide(10n ** 16n, other, target)).toBe('pay');
      // Less than 2 USD.
      expect(decide(10n ** 15n - 10n ** 10n, one)).toBe('pay');
    },
  );

  it('fills orders with calls one after another where together they could burn the budget', () => {
    const { context } = createChainContext({ burnedGas: { microUsdMax: 1n } });
    const base = dueFill();
    const call =
      context.chain.codec.encodeCall?.({ to: fakeAddress('shop'), value: 0n, data: '0x12' }) ?? '';
    const spend = {
      ...base,
      order: { ...base.order, output: { ...base.order.output, calls: [call] } },
    };
    const budget = budgetOf();
    const decisions = [1, 2, 3].map(() => planFill(context, spend, budget).type);
    expect(decisions).toEqual(['pay', 'wait', 'wait']);
  });

  describe('of an order with a top-up', () => {
    const topup = {
      recipient: fakeAddress('bob'),
      currency: fakeNative,
      minimumAmount: '70',
      expectedAmount: '70',
    };
    const withTopup = (second = topup) => {
      const spend = dueFill();
      return {
        ...spend,
        order: {
          ...spend.order,
          output: { ...spend.order.output, payments: [...spend.order.output.payments, second] },
        },
      };
    };

    it('pays both, and holds both', () => {
      const { context } = createChainContext();
      expect(planFill(context, withTopup(), budgetOf(0n, 10_000n, gasReserve + 70n))).toMatchObject(
        { type: 'pay', intent: { amount: 900n, topup: 70n } },
      );
      expect(planFill(context, withTopup(), budgetOf(0n, 10_000n, gasReserve + 69n))).toEqual({
        type: 'refund',
        reason: 'SOLVER_BALANCE_TOO_LOW',
      });
    });

    it('takes the top-up off as gas where the deposit came late', () => {
      const { context } = createChainContext();
      const par = { assetId: 'usdc', usdE12: '1000000000000' };
      const late = {
        toleranceBps: '5000',
        minimum: '800',
        gas: '0',
        origin: par,
        destination: par,
      };
      const amountWith = (topupAmount: string): unknown => {
        const base = withTopup({
          ...topup,
          minimumAmount: topupAmount,
          expectedAmount: topupAmount,
        });
        const decision = planFill(
          context,
          { ...base, job: { ...base.job, isLate: true }, executionTerms: { appFees: [], late } },
          budgetOf(0n, 10_000n, 10n ** 12n),
        );
        return decision.type === 'pay' && 'amount' in decision.intent
          ? decision.intent.amount
          : decision;
      };
      // One unit of USDC is worth 5 · 10^8 of the native currency; the gas beside takes one more.
      expect(amountWith('1000000000')).toBe(897n);
      expect(amountWith('2000000000')).toBe(895n);
    });

    it('pays no second payment that is anything else', () => {
      const { context } = createChainContext();
      expect(
        planFill(context, withTopup({ ...topup, recipient: fakeAddress('mallory') }), budgetOf()),
      ).toEqual({ type: 'refund', reason: 'UNKNOWN' });
      expect(planFill(context, withTopup({ ...topup, currency: usdc }), budgetOf())).toEqual({
        type: 'refund',
        reason: 'UNKNOWN',
      });
    });
  });

  describe('of an order that pays what the solver does not hold', () => {
    const tbtc = fakeAddress('tbtc');
    const call = { to: 'pool', value: 0n, data: '0x', token: usdc, allowance: 500n };

    /**
     * A context whose pools give so much, and an order that was charged 500 USDC for at least 90 of
     * 100.
     */
    function setUp(
      amountOut: bigint | undefined,
      changes: {
        readonly surplusTo?: 'solver' | undefined;
        readonly observedAt?: number;
        readonly payoutMarginBps?: bigint;
      } = {},
    ) {
      const { context } = createChainContext();
      const quote = (asked: { readonly amount: bigint }) => ({
        tokenIn: usdc,
        tokenOut: tbtc,
        type: 'EXACT_INPUT' as const,
        amountIn: asked.amount,
        amountOut: amountOut ?? 0n,
        gas: 120_000,
        parts: [],
      });
      const asset = {
        id: 'tbtc',
        symbol: 'tBTC',
        name: 'tBTC',
        address: tbtc,
        decimals: 8,
        isNative: false,
        supportsBridging: false,
        supportsPermit: false,
        logoURI: '',
        verified: true,
      };
      const built: unknown[] = [];
      const searched: unknown[] = [];
      const chain = {
        ...context.chain,
        assets: [...context.chain.assets, asset],
        swaps: {
          sources: [],
          payoutMarginBps: changes.payoutMarginBps,
          quote: (asked: { readonly amount: bigint; readonly hopsMax?: number | undefined }) => {
            searched.push(asked.hopsMax);
            return amountOut === undefined
              ? undefined
              : { value: quote(asked), observedAt: changes.observedAt ?? context.clock.now() };
          },
          build: (_: unknown, terms: unknown) => {
            built.push(terms);
            return [call];
          },
        },
      };
      const base = dueFill({
        executionTerms: {
          appFees: [],
          fill: {
            currency: usdc,
            amount: '500',
            ...(changes.surplusTo === undefined ? {} : { surplusTo: changes.surplusTo }),
          },
        },
      });
      const payment = {
        recipient: fakeAddress('bob'),
        currency: tbtc,
        minimumAmount: '90',
        expectedAmount: '100',
      };
      const spend = {
        ...base,
        order: { ...base.order, output: { ...base.order.output, payments: [payment] } },
      };
      return { context: { ...context, chain }, spend, built, searched, now: context.clock.now() };
    }

    it('C9: swaps all that was charged, holds that, and has the chain refuse less than was signed', () => {
      const { context, spend, built } = setUp(104n);
      expect(planFill(context, spend, budgetOf(9_500n))).toMatchObject({
        type: 'pay',
        intent: {
          currency: tbtc,
          amount: 104n,
          swap: { currency: usdc, amount: 500n, calls: [call], gas: 120_000, minimum: 90n },
        },
      });
      expect(built).toEqual([
        { limit: 90n, deadline: 1_800_000_000, fromNative: false, toNative: false },
      ]);
      expect(planFill(context, spend, budgetOf(9_501n))).toEqual({
        type: 'refund',
        reason: 'SOLVER_CAPACITY_EXCEEDED',
      });
    });

    it('passes through no more pools than its request allows', () => {
      const { context, spend, searched } = setUp(104n);
      const fill = { currency: usdc, amount: '500', ...spend.executionTerms?.fill, hopsMax: 1 };
      planFill(context, { ...spend, executionTerms: { appFees: [], fill } }, budgetOf());
      expect(searched).toEqual([1]);
    });

    describe('with a venue that is asked', () => {
      /** A payment whose venue answers or not, and whose pools bring so much. */
      function withVenue({ isAnswered = true, isFull = false, pooled = 104n, waitedMs = 0 } = {}) {
        const { context, spend } = setUp(pooled);
        const { quote } = context.chain.swaps;
        const asked: unknown[] = [];
        const swaps = {
          ...context.chain.swaps,
          ask: ({ venues }: SwapRequest) => {
            asked.push(venues);
            if (isFull) return 'full' as const;
            return isAnswered ? undefined : Promise.resolve();
          },
          quote: (request: SwapRequest) => {
            const found = quote(request);
            if (found === undefined || request.venues === undefined) return found;
            return { ...found, value: { ...found.value, amountOut: 200n } };
          },
        };
        const chain = { ...context.chain, swaps };
        const plan = () => planFill({ ...context, chain }, { ...spend, waitedMs }, budgetOf());
        return { plan, asked, half: context.policy.fills.revertWaitMs / 2 };
      }

      it('waits a moment for its answer, and takes it where it is better', () => {
        const open = withVenue({ isAnswered: false });
        expect(open.plan()).toEqual({ type: 'wait', delayMs: 100, reason: 'a venue is asked' });
        // Nor does it go by the pools, or back, where the venue has too many questions.
        expect(withVenue({ isFull: true, pooled: 0n }).plan()).toMatchObject({ type: 'wait' });
        const { plan, asked } = withVenue();
        expect(plan()).toMatchObject({ type: 'pay', intent: { amount: 200n } });
        expect(new Set(asked)).toEqual(new Set(['payment']));
      });

      it('goes by the pools after half of its time, where they bring the least', () => {
        const { half } = withVenue();
        const late = withVenue({ isAnswered: false, waitedMs: half });
        expect(late.plan()).toMatchObject({ type: 'pay', intent: { amount: 104n } });
        expect(late.asked).toEqual([]);
        const short = withVenue({ pooled: 89n, waitedMs: half });
        expect(short.plan()).toMatchObject({ type: 'pay', intent: { amount: 200n } });
        const early = withVenue({ waitedMs: half - 1 });
        expect(early.plan()).toMatchObject({ type: 'pay', intent: { amount: 200n } });
      });
    });

    it('gives the surplus to the solver only where the request said so', () => {
      const mine = setUp(104n, { surplusTo: 'solver' });
      expect(planFill(mine.context, mine.spend, budgetOf())).toMatchObject({
        intent: { swap: { maximum: 100n } },
      });
      const theirs = setUp(104n);
      const decision = planFill(theirs.context, theirs.spend, budgetOf());
      expect(
        decision.type === 'pay' && decision.intent.type === 'fill' && decision.intent.swap?.maximum,
      ).toBeUndefined();
    });

    it.each([
      ['what pools bring, less the margin', 104_000n, undefined, 103_896n],
      ['no less than the least', 90n, undefined, 90n],
      ['no more than was expected, where the rest is the solver’s', 104_000n, 'solver', 100n],
    ] as const)('names %s, where a payment must', (_, amountOut, surplusTo, amount) => {
      const { context, spend, built } = setUp(amountOut, { payoutMarginBps: 10n, surplusTo });
      expect(planFill(context, spend, budgetOf(9_500n))).toMatchObject({
        type: 'pay',
        intent: { amount, swap: { amount: 500n, minimum: amount } },
      });
      expect(built).toMatchObject([{ limit: amount }]);
    });

    it('keeps to the minimum in time unless the deposit came late', () => {
      const { context, spend, built } = setUp(104n);
      const executionTerms = {
        appFees: [],
        ...spend.executionTerms,
        quoted: { gas: '1000000000000000000', minimum: '95' },
      };
      planFill(context, { ...spend, executionTerms }, budgetOf());
      expect(built.splice(0)).toMatchObject([{ limit: 95n }]);
      const par = { assetId: 'usdc', usdE12: '1000000000000' };
      const late = { toleranceBps: '5000', minimum: '90', gas: '0', origin: par, destination: par };
      planFill(
        context,
        {
          ...spend,
          job: { ...spend.job, isLate: true },
          executionTerms: { ...executionTerms, late },
        },
        budgetOf(),
      );
      expect(built.at(-1)).toMatchObject({ limit: 90n });
    });

    it('waits a little for better pools, and then gives the deposit back', () => {
      const { context, spend } = setUp(89n);
      expect(planFill(context, { ...spend, waitedMs: 0 }, budgetOf())).toMatchObject({
        type: 'wait',
        reason: 'no swap brings what was signed',
      });
      expect(
        planFill(context, { ...spend, waitedMs: context.policy.fills.revertWaitMs }, budgetOf()),
      ).toEqual({ type: 'refund', reason: 'TOO_LITTLE_RECEIVED' });
      const none = setUp(undefined);
      expect(
        planFill(
          none.context,
          { ...none.spend, waitedMs: context.policy.fills.revertWaitMs },
          budgetOf(),
        ),
      ).toEqual({ type: 'refund', reason: 'NO_INTERNAL_SWAP_ROUTES_FOUND' });
    });

    it('does not trust pools that it has not seen for long', () => {
      const { context, spend } = setUp(104n, { observedAt: 0 });
      expect(planFill(context, spend, budgetOf())).toMatchObject({
        type: 'wait',
        reason: 'the pools are not known',
      });
    });
  });
});
