import { Money, feeBuckets, isPortageError, type CurrencyAmount, type Quote } from '@portage/core';
import { createChains } from '@portage/core/chain';
import { createFixedPrices } from '@portage/prices';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dai, testNow, pepe, usdcToken, weth, asset, testChain } from '../../test/chains.js';
import { testPayer, createQuoterHarness } from '../../test/quoterHarness.js';

const micro = (usd: string): bigint => BigInt(usd.replace('.', ''));
const change = (usd: string): bigint => (usd === '0' ? 0n : micro(usd));
const units = (amount: CurrencyAmount): bigint => BigInt(amount.amount);

const inputToken = '0x00000000000000000000000000000000000000a1';
const outputToken = '0x00000000000000000000000000000000000000a2';

/** A market with any decimals, prices and gas. */
const market = fc.record({
  inDecimals: fc.integer({ min: 0, max: 36 }),
  outDecimals: fc.integer({ min: 0, max: 36 }),
  inPrice: fc.bigInt(1n, 10n ** 18n),
  outPrice: fc.bigInt(1n, 10n ** 18n),
  amount: fc.oneof(fc.bigInt(1n, 2n ** 200n), fc.bigInt(1n, 10n ** 24n)),
  fillGas: fc.bigInt(0n, 10n ** 17n),
  slippage: fc.integer({ min: 0, max: 10_000 }),
  tradeType: fc.constantFrom('EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT'),
  same: fc.boolean(),
});

type Market = typeof market extends fc.Arbitrary<infer T> ? T : never;

/** The quote of a market, or undefined where it is refused for its size. */
async function quoteOf(value: Market): Promise<Quote | undefined> {
  const text = (usdE12: bigint): string => Money.format(usdE12, 12);
  const outId = value.same ? 'coin-in' : 'coin-out';
  const outPrice = value.same ? value.inPrice : value.outPrice;
  const bench = createQuoterHarness({
    chains: createChains([
      testChain(8453, 'base', { assets: [asset('coin-in', inputToken, value.inDecimals)] }),
      testChain(10, 'optimism', {
        assets: [asset(outId, outputToken, value.outDecimals)],
        memory: { balance: 2n ** 500n, fillGas: value.fillGas },
      }),
    ]),
    prices: createFixedPrices(
      { eth: '2000', 'coin-in': text(value.inPrice), [outId]: text(outPrice) },
      () => testNow,
    ),
    policy: { capacityPerRequestMicroUsd: 2n ** 400n, minimumInputMicroUsd: 0n },
  });
  const body = {
    user: testPayer,
    originCurrency: inputToken,
    destinationCurrency: outputToken,
    amount: value.amount.toString(),
    tradeType: value.tradeType,
    overridePriceImpact: true,
    slippageTolerance: String(value.slippage),
  };
  return await bench.quote(body).catch((error: unknown) => {
    expect(
      isPortageError(error, 'AMOUNT_TOO_LOW') || isPortageError(error, 'AMOUNT_TOO_HIGH'),
    ).toBe(true);
    return undefined;
  });
}

describe('the identities of an answer', () => {
  it('hold over any decimals, prices, amounts and tolerances', async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(market, async (value) => {
        const quote = await quoteOf(value);
        if (quote === undefined) return;
        answered += 1;
        checkFees(quote);
        checkImpact(quote);
        checkSlippage(quote, value);
        checkConservation(quote, value);
      }),
      { numRuns: 1000 },
    );
    expect(answered).toBeGreaterThan(300);
    // Machines are busy at times.
  });
});

function checkFees({ fees, feeSponsorship }: Quote): void {
  expect(units(fees.relayer)).toBe(units(fees.relayerGas) + units(fees.relayerService));
  expect([units(fees.app), units(fees.subsidized)]).toEqual([0n, 0n]);
  const { components, sponsoredTotal, userPaysTotal, selectedComponents, capHit } =
    feeSponsorship.quoted;
  expect({ selectedComponents, capHit }).toEqual({ selectedComponents: [], capHit: false });
  let total = 0n;
  for (const name of feeBuckets) {
    const bucket = components[name]!;
    expect(units(bucket.sponsored) + units(bucket.userPays)).toBe(units(bucket.total));
    expect(bucket).toMatchObject({ selected: false, sponsored: { amount: '0' } });
    total += units(bucket.total);
  }
  expect(total).toBe(units(fees.relayer));
  expect(units(userPaysTotal!)).toBe(total);
  expect(units(sponsoredTotal!)).toBe(0n);
}

function checkImpact({ details, fees }: Quote): void {
  const { swap, execution, 'the service': service, app, sponsored } = details.expandedPriceImpact;
  const total = micro(details.currencyOut.amountUsd) - micro(details.currencyIn.amountUsd);
  expect(change(details.totalImpact.usd)).toBe(total);
  expect(change(details.swapImpact.usd)).toBe(
    total + micro(fees.relayer.amountUsd) + micro(fees.app.amountUsd),
  );
  expect(change(swap.usd) + change(execution.usd) + change(service.usd) + change(app.usd)).toBe(
    total,
  );
  expect(sponsored.usd).toBe('0');
}

function checkSlippage({ details, protocol }: Quote, { slippage, tradeType }: Market): void {
  const out = units(details.currencyOut);
  const minimum = BigInt(details.currencyOut.minimumAmount);
  expect(minimum).toBe(
    tradeType === 'EXACT_OUTPUT' ? out : out - (out * BigInt(slippage)) / 10_000n,
  );
  expect(BigInt(details.slippageTolerance.destination.value)).toBe(out - minimum);
  const payment = protocol.v2!.orderData.output.payments[0]!;
  expect([payment.expectedAmount, payment.minimumAmount]).toEqual([
    details.currencyOut.amount,
    details.currencyOut.minimumAmount,
  ]);
}

/**
 * Conservation of amounts: the input equals the output and the fees, but for a rounding that the
 * payer bears: less than one unit of the output currency for an exact input, less than two of the
 * input currency otherwise.
 */
function checkConservation({ details, fees }: Quote, value: Market): void {
  const paid = units(details.currencyIn);
  const given = units(details.currencyOut);
  const outPrice = value.same ? value.inPrice : value.outPrice;
  expect(value.tradeType === 'EXACT_INPUT' ? paid : given).toBe(value.amount);
  // Both sides of the conversion, in a unit that makes them whole numbers.
  const net = (paid - units(fees.relayer)) * value.inPrice * Money.pow10(value.outDecimals);
  const out = given * outPrice * Money.pow10(value.inDecimals);
  expect(net >= out).toBe(true);
  const unitIn = value.inPrice * Money.pow10(value.outDecimals);
  const unitOut = outPrice * Money.pow10(value.inDecimals);
  // Fees and input of the output trade types are rounded up one by one: two units at the most.
  expect(net - out < (value.tradeType === 'EXACT_INPUT' ? unitOut : 2n * unitIn)).toBe(true);
}

describe('fees', () => {
  const quote = async (from: string, to: string, amount: string): Promise<Quote> =>
    createQuoterHarness().quote({
      user: testPayer,
      originCurrency: from,
      destinationCurrency: to,
      amount,
    });
  const service = async (from: string, to: string, amount: string): Promise<string> =>
    (await quote(from, to, amount)).feeSponsorship.quoted.components['the service']!.total.amount;
  const eth = `0x${'0'.repeat(40)}`;

  it('take a share by the class of the pair', async () => {
    expect(await service(usdcToken.base, usdcToken.optimism, '100000000')).toBe('0');
    expect(await service(usdcToken.base, dai, '100000000')).toBe('10000');
    expect(await service(usdcToken.base, eth, '100000000')).toBe('60000');
    expect(await service(usdcToken.base, pepe, '100000000')).toBe('150000');
    expect(await service(eth, weth, '1000000000000000000')).toBe('0');
    expect(await service(weth, usdcToken.optimism, '1000000000000000000')).toBe('600000000000000');
  });

  it('charge the fill at the price of its gas, the flat fee, and the user’s own gas beside them', async () => {
    const { fees, details } = await quote(usdcToken.base, usdcToken.optimism, '100000000');
    // 0.0000007 ETH at 2000 USD is 0.0014 USD.
    expect(fees.relayerGas).toMatchObject({ amount: '1400', amountUsd: '0.001400' });
    expect(fees.relayerService).toMatchObject({ amount: '20000', amountUsd: '0.020000' });
    expect(fees.gas).toMatchObject({
      amount: '14000000000',
      amountUsd: '0.000028',
      currency: { symbol: 'ETH', chainId: 8453 },
    });
    expect(details.currencyOut.amount).toBe('99978600');
    expect(details.totalImpact).toEqual({ usd: '-0.021400', percent: '-0.02' });
    expect(details.swapImpact).toEqual({ usd: '0', percent: '0' });
    expect(details.slippageTolerance.destination).toEqual({
      usd: '0.039991',
      value: '49989',
      percent: '0.04',
    });
  });

  it('leave out the approval of a native currency', async () => {
    expect((await quote(eth, eth, '1000000000000000000')).fees.gas.amount).toBe('9000000000');
  });

  it('are rounded up where the currency is coarse', async () => {
    const bench = createQuoterHarness({
      chains: createChains([
        testChain(8453, 'base', { assets: [asset('usdc', inputToken, 0)] }),
        testChain(10, 'optimism', { memory: { fillGas: 1n } }),
      ]),
    });
    const { fees } = await bench.quote({
      user: testPayer,
      originCurrency: inputToken,
      destinationCurrency: usdcToken.optimism,
      amount: '100',
    });
    expect([fees.relayerGas.amount, fees.relayerService.amount, fees.relayer.amount]).toEqual([
      '1',
      '1',
      '2',
    ]);
  });
});

describe('output trade types', () => {
  it('ask for the least input that pays the output', async () => {
    for (const tradeType of ['EXACT_OUTPUT', 'EXPECTED_OUTPUT']) {
      const body = {
        user: testPayer,
        originCurrency: usdcToken.base,
        destinationCurrency: dai,
        amount: '50000000000000000000',
      };
      const { details } = await createQuoterHarness().quote({ ...body, tradeType });
      const again = await createQuoterHarness().quote({
        ...body,
        amount: details.currencyIn.amount,
      });
      const less = await createQuoterHarness().quote({
        ...body,
        amount: (units(details.currencyIn) - 1n).toString(),
      });
      expect(units(again.details.currencyOut) >= 50_000_000_000_000_000_000n).toBe(true);
      expect(units(less.details.currencyOut) < 50_000_000_000_000_000_000n).toBe(true);
    }
  });
});
