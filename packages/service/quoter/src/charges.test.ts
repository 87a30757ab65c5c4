import {
  Money,
  feeBuckets,
  zeroAddress,
  isPortageError,
  type CurrencyAmount,
  type PortageError,
  type Quote,
} from '@portage/core';
import { createChains } from '@portage/core/chain';
import { createFixedPrices } from '@portage/prices';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dai, testNow, usdcToken, weth, asset, testChain, testChains } from '../test/chains.js';
import { other, testPayer, createQuoterHarness } from '../test/quoterHarness.js';

const units = (amount: CurrencyAmount | undefined): bigint => BigInt(amount?.amount ?? '');
const thirdAccount = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';
const bridge = {
  user: testPayer,
  originCurrency: usdcToken.base,
  destinationCurrency: usdcToken.optimism,
  amount: '100000000',
};
/** Market as quoted of what is bridged without an exchange. */
const nativeUsdE12 = '2000000000000000';
const quotedMarket: unknown = {
  gas: '700000000000',
  nativeUsdE12,
  minimum: expect.stringMatching(/^\d+$/) as unknown,
};
const acme = { apiKeyId: 'key_1', rights: [], sponsor: 'acme' };

const sponsoring = (microUsd = 10n ** 12n) =>
  createQuoterHarness({ context: acme, sponsors: { acme: microUsd, other: 10n ** 18n } });

describe('a recipient that is a contract', () => {
  it('has the gas of its code in the quote, and no other recipient has', async () => {
    const wallet = '0x00000000000000000000000000000000c0de0001';
    const recipientGas = { [wallet]: 50_000_000_000_000n };
    const chains = testChains({ optimism: { recipientGas } });
    const { quote } = createQuoterHarness({ chains });
    const gasOf = async (recipient: string): Promise<bigint> =>
      units((await quote({ ...bridge, recipient })).fees.relayerGas);
    const usual = await gasOf(thirdAccount);
    // 0.00005 ETH at 2,000 USD.
    const extra = (await gasOf(wallet)) - usual;
    expect(extra).toBeGreaterThan(90_000n);
    expect(extra).toBeLessThan(110_000n);
  });
});

describe('the market as quoted', () => {
  const marketOf = async (body: object, context?: object): Promise<unknown> => {
    const { quote, saved } = createQuoterHarness(context === undefined ? {} : { context });
    const { protocol } = await quote({ ...bridge, ...body });
    const terms = JSON.parse(saved[0]?.executionTerms ?? '') as { readonly quoted: unknown };
    return {
      market: terms.quoted,
      signed: protocol.v2!.orderData.output.payments[0]?.minimumAmount,
    };
  };

  it('is what gas was charged, what is promised in time, and both prices of an exchange', async () => {
    expect(await marketOf({ latePaymentSlippageTolerance: '0' })).toEqual({
      market: { gas: '700000000000', nativeUsdE12, minimum: '99928611' },
      signed: '99928611',
    });
    const native = { originCurrency: zeroAddress, amount: '100000000000000000' };
    expect(await marketOf(native)).toMatchObject({
      market: {
        exchange: {
          origin: { assetId: 'eth', usdE12: expect.stringMatching(/^\d+$/) as unknown },
          inventory: { assetId: 'usdc', usdE12: '1000000000000' },
        },
      },
    });
  });

  it('has no prices at a fixed rate: they cannot move it', async () => {
    const context = { apiKeyId: 'key_1', rights: ['fixed-rate'] };
    const exchange = {
      originCurrency: zeroAddress,
      amount: '100000000000000000',
      fixedRate: '1:1900',
    };
    expect(await marketOf(exchange, context)).toMatchObject({
      market: { gas: '700000000000', nativeUsdE12, minimum: '190000000' },
    });
    expect(JSON.stringify(await marketOf(exchange, context))).not.toContain('exchange');
  });
});

async function refusal(answer: Promise<unknown>): Promise<PortageError> {
  const error: unknown = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isPortageError(error))
    throw new Error('Not refused with an error of ours.', { cause: error });
  return error;
}

describe('app fees', () => {
  it('are taken off the input by floor, shown, and kept for the fill', async () => {
    const { quote, saved } = createQuoterHarness();
    const appFees = [
      { recipient: other, fee: '50' },
      { recipient: thirdAccount, fee: '0.0002' },
      { recipient: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', fee: '.5' },
    ];
    const { fees, details, feeSponsorship } = await quote({
      ...bridge,
      amount: '100000001',
      appFees,
    });
    // 50.5 bps of 100.000001 USDC is 505000.00505, 0.0002 bps is 2.00000002.
    expect(fees.app).toMatchObject({
      amount: '505002',
      amountUsd: '0.505002',
      currency: { symbol: 'USDC', chainId: 8453 },
    });
    expect(feeSponsorship.quoted.components.app?.total.amount).toBe('505002');
    expect(details.currencyOut.amount).toBe((100_000_001n - 21_400n - 505_002n).toString());
    expect(details.expandedPriceImpact.app.usd).toBe('-0.505002');
    expect(details.totalImpact.usd).toBe('-0.526402');
    expect(JSON.parse(saved[0]?.executionTerms ?? '')).toEqual({
      appFees: [
        { account: other, amount: '505000', bps: '50.5', microUsd: '505000' },
        { account: thirdAccount, amount: '2', bps: '0.0002', microUsd: '2' },
      ],
      quoted: quotedMarket,
    });
  });

  it('are kept to the last digit that a request can write', async () => {
    const { quote, saved } = createQuoterHarness();
    const { fees } = await quote({
      ...bridge,
      amount: '1000000000',
      appFees: [
        { recipient: other, fee: '0.00003' },
        { recipient: other, fee: '.00000000000000000000007' },
      ],
    });
    // 0.00003 bps of 1000 USDC is 3 of its smallest unit; four decimals would leave nothing.
    expect(fees.app.amount).toBe('3');
    expect(JSON.parse(saved[0]?.executionTerms ?? '')).toMatchObject({
      appFees: [{ account: other, amount: '3', bps: '0.00003000000000000000007' }],
    });
  });

  it('of nothing leave nothing to book', async () => {
    const { quote, saved } = createQuoterHarness();
    await quote({
      ...bridge,
      appFees: [
        { recipient: other, fee: '0' },
        { recipient: thirdAccount, fee: '0.0001' },
      ],
      amount: '99999999',
    });
    expect(JSON.parse(saved[0]?.executionTerms ?? '')).toMatchObject({ appFees: [] });
  });

  it('raise the input of the output trade types, as little as possible', async () => {
    for (const tradeType of ['EXACT_OUTPUT', 'EXPECTED_OUTPUT']) {
      for (const fee of ['25', '3333.3333', '9900']) {
        const asked = { ...bridge, appFees: [{ recipient: other, fee }] };
        const { details } = await createQuoterHarness().quote({ ...asked, tradeType });
        const input = units(details.currencyIn);
        const again = await createQuoterHarness().quote({ ...asked, amount: input.toString() });
        const less = await createQuoterHarness().quote({
          ...asked,
          amount: (input - 1n).toString(),
        });
        expect(
          units(again.details.currencyOut) >= 100_000_000n &&
            units(less.details.currencyOut) < 100_000_000n,
        ).toBe(true);
      }
    }
  });

  it('may not take everything', async () => {
    const all = { ...bridge, appFees: [{ recipient: other, fee: '10000' }] };
    expect((await refusal(createQuoterHarness().quote(all))).code).toBe('AMOUNT_TOO_LOW');
    expect(
      (await refusal(createQuoterHarness().quote({ ...all, tradeType: 'EXACT_OUTPUT' }))).code,
    ).toBe('AMOUNT_TOO_LOW');
  });
});

describe('a sponsored quote', () => {
  it('needs a key that is linked to a balance', async () => {
    const body = { ...bridge, subsidizeFees: true };
    const bare = await refusal(createQuoterHarness({ context: {} }).quote(body));
    expect({ code: bare.code, status: bare.status }).toEqual({ code: 'UNAUTHORIZED', status: 401 });
    const unlinked = await refusal(
      createQuoterHarness({ context: { apiKeyId: 'key_1' } }).quote(body),
    );
    expect({ code: unlinked.code, status: unlinked.status }).toEqual({
      code: 'FORBIDDEN',
      status: 403,
    });
    for (const { hint } of [bare, unlinked]) expect(hint).toContain('subsidizeFees');
  });

  it('gives the user the whole input, and says who pays', async () => {
    const { quote, saved } = sponsoring();
    const {
      details,
      fees,
      feeSponsorship: { quoted },
    } = await quote({ ...bridge, subsidizeFees: true });
    expect(details.currencyOut.amount).toBe('100000000');
    expect(fees.subsidized.amount).toBe('21400');
    expect(quoted).toMatchObject({
      selectedComponents: ['execution', 'swap', 'the service', 'app'],
      capHit: false,
      sponsoredTotal: { amount: '21400' },
      userPaysTotal: { amount: '0' },
    });
    expect(quoted).not.toHaveProperty('maxSubsidizationAmount');
    expect(quoted).not.toHaveProperty('subsidizationBps');
    expect(details.expandedPriceImpact.sponsored.usd).toBe('0.021400');
    expect(JSON.parse(saved[0]?.executionTerms ?? '')).toEqual({
      appFees: [],
      sponsor: {
        account: 'acme',
        microUsd: '21400',
        currency: { chainId: 8453, address: usdcToken.base },
      },
      quoted: quotedMarket,
    });
  });

  it('takes the share before the cap, and tells both back', async () => {
    const shared = await sponsoring().quote({
      ...bridge,
      subsidizeFees: true,
      subsidizationBps: 5000,
      maxSubsidizationAmount: '0010700',
    });
    expect(shared.feeSponsorship.quoted).toMatchObject({
      capHit: false,
      subsidizationBps: 5000,
      maxSubsidizationAmount: '10700',
      sponsoredTotal: { amount: '10700' },
    });
    const capped = await sponsoring().quote({
      ...bridge,
      subsidizeFees: true,
      subsidizationBps: 5000,
      maxSubsidizationAmount: '10699',
    });
    expect(capped.feeSponsorship.quoted).toMatchObject({
      capHit: true,
      sponsoredTotal: { amount: '10699' },
      userPaysTotal: { amount: '10701' },
    });
    expect(capped.details.currencyOut.amount).toBe('99989299');
  });

  it('pays app fees for the user, which the app earns all the same', async () => {
    const { quote, saved } = sponsoring();
    const { details } = await quote({
      ...bridge,
      subsidizeFees: true,
      sponsoredFeeComponents: ['app'],
      appFees: [{ recipient: other, fee: '100' }],
    });
    expect(details.currencyOut.amount).toBe('99978600');
    expect(JSON.parse(saved[0]?.executionTerms ?? '')).toEqual({
      appFees: [{ account: other, amount: '1000000', bps: '100', microUsd: '1000000' }],
      sponsor: {
        account: 'acme',
        microUsd: '1000000',
        currency: { chainId: 8453, address: usdcToken.base },
      },
      quoted: quotedMarket,
    });
  });

  it('is refused when the balance does not cover it, and reserves nothing', async () => {
    const body = { ...bridge, subsidizeFees: true };
    const { quoteText, saved } = sponsoring(21_400n);
    for (let index = 0; index < 3; index += 1) await quoteText(body);
    expect(saved).toHaveLength(3);
    const short = sponsoring(21_399n);
    expect((await refusal(short.quoteText(body))).code).toBe('SPONSOR_BALANCE_TOO_LOW');
    expect(short.saved).toEqual([]);
    expect(await short.quoteText({ ...body, maxSubsidizationAmount: '21399' })).toContain('steps');
  });
});

describe('a fixed rate', () => {
  const entitled = createQuoterHarness({ context: { apiKeyId: 'key_1', rights: ['fixed-rate'] } });
  const body = { ...bridge, fixedRate: '1:0.998' };

  it('needs the right', async () => {
    expect((await refusal(createQuoterHarness({ context: {} }).quote(body))).code).toBe(
      'UNAUTHORIZED',
    );
    expect(
      (
        await refusal(
          createQuoterHarness({ context: { apiKeyId: 'key_1', rights: ['route-racing'] } }).quote(
            body,
          ),
        )
      ).code,
    ).toBe('FORBIDDEN');
  });

  it('decides the output, all of it promised, and the fees explain it', async () => {
    const { details, fees, feeSponsorship } = await entitled.quote(body);
    expect(details).toMatchObject({
      isFixedRate: true,
      rate: '0.998',
      currencyOut: { amount: '99800000', minimumAmount: '99800000' },
    });
    expect([fees.relayer.amount, fees.relayerGas.amount, fees.relayerService.amount]).toEqual([
      '200000',
      '1400',
      '198600',
    ]);
    expect(feeSponsorship.quoted.components.swap?.total.amount).toBe('178600');
    expect(details.swapImpact.usd).toBe('0');
  });

  it('decides the input of the output trade types', async () => {
    const { details, fees } = await entitled.quote({
      ...body,
      tradeType: 'EXACT_OUTPUT',
      amount: '99800001',
    });
    expect([details.currencyIn.amount, details.currencyOut.amount, fees.relayer.amount]).toEqual([
      '100000002',
      '99800001',
      '200001',
    ]);
  });

  it('is refused when it gives more than the input is worth, goes with other fees, or is no rate', async () => {
    const code = async (change: object): Promise<string> =>
      (await refusal(entitled.quote({ ...body, ...change }))).code;
    expect(await code({ fixedRate: '1:1.000001' })).toBe('NO_QUOTES');
    expect(await code({ fixedRate: '1:0' })).toBe('INVALID_REQUEST');
    expect(await code({ fixedRate: '1:0.000000000000000001' })).toBe('AMOUNT_TOO_LOW');
    expect(await code({ appFees: [{ recipient: other, fee: '1' }] })).toBe('UNSUPPORTED_FEATURE');
    expect(await code({ subsidizeFees: true })).toBe('UNSUPPORTED_FEATURE');
    expect(await createQuoterHarness().quote(bridge)).toMatchObject({
      details: { isFixedRate: false },
    });
  });
});

/** A market with any decimals, prices, gas, app fees, sponsorship and inventory. */
const market = fc.record({
  inDecimals: fc.integer({ min: 0, max: 36 }),
  outDecimals: fc.integer({ min: 0, max: 36 }),
  inPrice: fc.bigInt(1n, 10n ** 18n),
  outPrice: fc.bigInt(1n, 10n ** 18n),
  amount: fc.oneof(fc.bigInt(1n, 2n ** 200n), fc.bigInt(1n, 10n ** 24n)),
  fillGas: fc.bigInt(0n, 10n ** 17n),
  tradeType: fc.constantFrom('EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT'),
  fees: fc.array(fc.integer({ min: 0, max: 12_000_000 }), { maxLength: 4 }),
  components: fc.option(fc.subarray([...feeBuckets], { minLength: 1 }), { nil: undefined }),
  bps: fc.integer({ min: 0, max: 10_000 }),
  cap: fc.option(fc.bigInt(0n, 10n ** 15n), { nil: undefined }),
  balance: fc.bigInt(0n, 10n ** 30n),
  targets: fc.tuple(fc.bigInt(0n, 10n ** 24n), fc.bigInt(0n, 10n ** 24n)),
  bpsMax: fc.bigInt(0n, 10_000n),
});

type Market = typeof market extends fc.Arbitrary<infer T> ? T : never;

const inputToken = '0x00000000000000000000000000000000000000a1';
const outputToken = '0x00000000000000000000000000000000000000a2';

async function quoteOf(
  value: Market,
): Promise<{ readonly quote: Quote; readonly executionTerms: string | undefined } | undefined> {
  const bench = createQuoterHarness({
    context: acme,
    sponsors: { acme: 2n ** 400n },
    chains: createChains([
      testChain(8453, 'base', {
        assets: [asset('coin-in', inputToken, value.inDecimals)],
        memory: { balance: value.balance },
      }),
      testChain(10, 'optimism', {
        assets: [asset('coin-out', outputToken, value.outDecimals)],
        memory: { balance: 2n ** 500n, fillGas: value.fillGas },
      }),
    ]),
    prices: createFixedPrices(
      {
        eth: '2000',
        'coin-in': Money.format(value.inPrice, 12),
        'coin-out': Money.format(value.outPrice, 12),
      },
      () => testNow,
    ),
    policy: {
      capacityPerRequestMicroUsd: 2n ** 420n,
      minimumInputMicroUsd: 0n,
      rebalancing: {
        bpsMax: value.bpsMax,
        targetsMicroUsd: {
          'base:coin-in': value.targets[0],
          'optimism:coin-out': value.targets[1],
        },
      },
    },
  });
  const sponsorship =
    value.components === undefined
      ? {}
      : {
          subsidizeFees: true,
          sponsoredFeeComponents: value.components,
          subsidizationBps: value.bps,
          ...(value.cap === undefined ? {} : { maxSubsidizationAmount: value.cap.toString() }),
        };
  const appFees = value.fees.map((feeE4, index) => ({
    recipient: `0x${String(index + 1).padStart(40, '0')}`,
    fee: Money.format(BigInt(feeE4), 4),
  }));
  const body = {
    user: testPayer,
    originCurrency: inputToken,
    destinationCurrency: outputToken,
    amount: value.amount.toString(),
    tradeType: value.tradeType,
    overridePriceImpact: true,
    appFees,
    ...sponsorship,
  };
  const quote = await bench.quote(body).catch((error: unknown) => {
    expect(
      isPortageError(error, 'AMOUNT_TOO_LOW') || isPortageError(error, 'AMOUNT_TOO_HIGH'),
    ).toBe(true);
    return undefined;
  });
  return quote === undefined
    ? undefined
    : { quote, executionTerms: bench.saved[0]?.executionTerms };
}

/** INV-C4, INV-S1 and INV-F1. */
function checkCharges(
  { fees, feeSponsorship: { quoted }, details }: Quote,
  executionTerms: string | undefined,
  value: Market,
): void {
  expect(units(fees.relayer)).toBe(units(fees.relayerGas) + units(fees.relayerService));
  // No payment gains anything, so no loop of them does.
  expect(units(fees.relayer) >= 0n).toBe(true);
  const buckets = feeBuckets.map((name) => quoted.components[name]);
  for (const bucket of buckets)
    expect(units(bucket?.sponsored) + units(bucket?.userPays)).toBe(units(bucket?.total));
  expect(buckets.reduce((sum, bucket) => sum + units(bucket?.total), 0n)).toBe(
    units(fees.relayer) + units(fees.app),
  );
  expect(units(quoted.sponsoredTotal)).toBe(units(fees.subsidized));
  const userPays = units(quoted.userPaysTotal);
  expect(userPays).toBe(units(fees.relayer) + units(fees.app) - units(fees.subsidized));
  expect(userPays >= 0n).toBe(true);
  const booked = (executionTerms === undefined ? { appFees: [] } : JSON.parse(executionTerms)) as {
    appFees: { amount: string }[];
    sponsor?: { microUsd: string };
  };
  expect(booked.appFees.reduce((sum, fee) => sum + BigInt(fee.amount), 0n)).toBe(units(fees.app));
  expect(units(fees.app) <= units(details.currencyIn)).toBe(true);
  expect(booked.sponsor !== undefined).toBe(value.components !== undefined);
  if (value.cap !== undefined && booked.sponsor !== undefined)
    expect(BigInt(booked.sponsor.microUsd) <= value.cap).toBe(true);
  // What is paid in is what comes out and what the user pays, but for what rounding takes from the
  // payer.
  const net =
    (units(details.currencyIn) - userPays) * value.inPrice * Money.pow10(value.outDecimals);
  const out = units(details.currencyOut) * value.outPrice * Money.pow10(value.inDecimals);
  expect(net >= out).toBe(true);
  if (value.tradeType === 'EXACT_INPUT')
    expect(net - out < value.outPrice * Money.pow10(value.inDecimals)).toBe(true);
}

it('adds up with any app fees, sponsorship and inventory', async () => {
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(market, async (value) => {
      const answer = await quoteOf(value);
      if (answer === undefined) return;
      answered += 1;
      checkCharges(answer.quote, answer.executionTerms, value);
    }),
    { numRuns: 600 },
  );
  expect(answered).toBeGreaterThan(180);
});

describe('the price of moving liquidity', () => {
  const whole = 1_000_000_000_000n;
  /** Inventory of the solver on both sides, where it wants to hold `whole`. */
  const quote = (
    base: bigint,
    optimism: bigint,
    body: Readonly<Record<string, unknown>> = bridge,
  ): Promise<Quote> =>
    createQuoterHarness({
      chains: testChains({ base: { balance: base }, optimism: { balance: optimism } }),
      policy: {
        rebalancing: {
          bpsMax: 100n,
          targetsMicroUsd: { 'base:usdc': whole, 'optimism:usdc': whole },
        },
      },
    }).quote(body);

  it('is nothing without a target', async () => {
    const { feeSponsorship } = await createQuoterHarness().quote({
      ...bridge,
      destinationCurrency: weth,
    });
    expect(feeSponsorship.quoted.components.swap?.total.amount).toBe('0');
  });

  it('is nothing where both sides are equally far from what is wanted', async () => {
    // The middle of the movement is 50 USDC over on one side and 50 USDC under on the other.
    const { feeSponsorship } = await quote(whole - 50_000_000n, whole + 50_000_000n);
    expect(feeSponsorship.quoted.components.swap?.total.amount).toBe('0');
  });

  it('charges for taking what is scarce and bringing what is plenty', async () => {
    const { fees, feeSponsorship, details } = await quote(2n * whole, whole / 2n);
    // Half of (1 + 0.50005) of 100 bps of 100 USDC.
    expect(feeSponsorship.quoted.components.swap?.total.amount).toBe('750025');
    expect(fees.relayerService.amount).toBe('770025');
    expect(details.expandedPriceImpact.swap.usd).toBe('-0.750025');
    expect(details.swapImpact.usd).toBe('0');
  });

  it('C7: rewards the opposite, at most with what the solver charges beside it (quote#fees-relayerService, sponsorship#part-price)', async () => {
    const { fees, details } = await quote(whole / 2n, 2n * whole);
    expect(fees.relayer.amount).toBe('0');
    expect(fees.relayerService).toMatchObject({ amount: '-1400', amountUsd: '-0.001400' });
    expect(details.currencyOut.amount).toBe('100000000');
  });
});

describe('the share of the service', () => {
  it.each(['1', '0.99985', '1.0003'])(
    'is its basis points of the input to the unit, rounded up, at %s USD',
    async (usdc) => {
      const bench = createQuoterHarness({
        prices: createFixedPrices({ eth: '2000', usdc, dai: '0.999' }, () => testNow),
      });
      const share = async (amount: string) =>
        (await bench.quote({ ...bridge, destinationCurrency: dai, amount })).feeSponsorship.quoted
          .components['the service']?.total.amount;
      expect(await share('100000000')).toBe('10000');
      expect(await share('100000001')).toBe('10001');
    },
  );
});

describe('a price impact', () => {
  // The solver has twice what it wants on one side and next to nothing on the other: 10 % of the
  // input.
  const whole = 1_000_000_000_000n;
  const quote = (
    swapImpactBpsMax: bigint,
    members: Readonly<Record<string, unknown>> = {},
  ): Promise<Quote> =>
    createQuoterHarness({
      chains: testChains({ base: { balance: 2n * whole }, optimism: { balance: 100_000_000n } }),
      policy: {
        swapImpactBpsMax,
        rebalancing: {
          bpsMax: 1_000n,
          targetsMicroUsd: { 'base:usdc': whole, 'optimism:usdc': whole },
        },
      },
    }).quote({ ...bridge, ...members });

  it('beyond what the policy lets pass is refused unless the caller overrides it', async () => {
    const { details, feeSponsorship } = await quote(1_000n);
    expect([
      details.expandedPriceImpact.swap.usd,
      feeSponsorship.quoted.components.swap?.total.amount,
    ]).toEqual(['-9.999750', '9999750']);
    const error = await refusal(quote(999n));
    expect({ code: error.code, context: error.context }).toEqual({
      code: 'SWAP_IMPACT_TOO_HIGH',
      context: { impactPercent: '9.99', impactUsd: '-9.999750', maxPercent: '9.99' },
    });
    expect((await quote(999n, { overridePriceImpact: true })).details).toEqual(details);
    expect((await refusal(quote(0n, { overridePriceImpact: false }))).code).toBe(
      'SWAP_IMPACT_TOO_HIGH',
    );
  });

  it('of explicit fees alone is none', async () => {
    const { details } = await createQuoterHarness({
      policy: { swapImpactBpsMax: 0n, flatFeeMicroUsd: 50_000_000n },
    }).quote(bridge);
    expect(details.totalImpact.percent.startsWith('-50.')).toBe(true);
  });
});

describe('the ceiling of a fill', () => {
  it('C14: refuses a payment that costs more, on the chain that has it', async () => {
    const quote = (slug: string, microUsd: bigint): Promise<Quote> =>
      createQuoterHarness({ policy: { fillMicroUsdMax: { [slug]: microUsd } } }).quote(bridge);
    const { fees } = await quote('base', 0n);
    const cost = BigInt(Math.ceil(Number(fees.relayerGas.amountUsd) * 1_000_000)) + 1n;
    expect((await quote('optimism', cost)).fees.relayerGas.amount).toBe(fees.relayerGas.amount);
    await expect(quote('optimism', 0n)).rejects.toMatchObject({
      code: 'ROUTE_TEMPORARILY_RESTRICTED',
    });
  });
});

describe('a tolerance for late deposits', () => {
  it('lowers what is signed, apart from the minimum in time, and keeps what the solver needs', async () => {
    const { quote, saved } = createQuoterHarness();
    const { details, protocol, fees } = await quote({
      ...bridge,
      slippageTolerance: '100',
      latePaymentSlippageTolerance: '50',
    });
    const out = units(details.currencyOut);
    const inTime = out - (out * 100n) / 10_000n;
    expect(protocol.v2!.orderData.output.payments[0]).toMatchObject({
      expectedAmount: out.toString(),
      minimumAmount: (inTime - (inTime * 50n) / 10_000n).toString(),
    });
    expect(details.currencyOut.minimumAmount).toBe(inTime.toString());
    expect(details.slippageTolerance).toMatchObject({
      destination: { value: (out - inTime).toString(), percent: '1.00' },
      latePayment: { value: ((inTime * 50n) / 10_000n).toString(), percent: '0.49' },
    });
    const usdc = { assetId: 'usdc', usdE12: '1000000000000' };
    expect(JSON.parse(saved[0]?.executionTerms ?? '')).toEqual({
      appFees: [],
      late: {
        toleranceBps: '50',
        minimum: inTime.toString(),
        gas: fees.relayerGas.amount,
        origin: usdc,
        destination: usdc,
      },
      quoted: quotedMarket,
    });
  });

  it('lowers nothing that is promised whole', async () => {
    const { quote, saved } = createQuoterHarness();
    const { details } = await quote({
      ...bridge,
      tradeType: 'EXACT_OUTPUT',
      latePaymentSlippageTolerance: '50',
    });
    expect(details.currencyOut.minimumAmount).toBe(details.currencyOut.amount);
    expect(JSON.parse(saved[0]?.executionTerms ?? '')).toMatchObject({
      late: { minimum: details.currencyOut.amount },
    });
  });

  it('of nothing leaves nothing to keep', async () => {
    const { quote, saved } = createQuoterHarness();
    await quote({ ...bridge, latePaymentSlippageTolerance: '0' });
    expect(JSON.parse(saved[0]?.executionTerms ?? '')).toEqual({
      appFees: [],
      quoted: quotedMarket,
    });
  });
});
