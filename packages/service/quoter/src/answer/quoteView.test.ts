import type { Quote } from '@portage/core';
import { createChains } from '@portage/core/chain';
import { quoteSchema } from '@portage/core/schemas';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gem, testNow, stuck, usdcToken, asset, testChain, testChains } from '../../test/chains.js';
import { other, testPayer, prices } from '../../test/quoterHarness.js';
import { dollarPools, testSwaps } from '../../test/swaps.js';
import { defaultPolicy } from '../policy.js';
import { rankRoutes } from '../price/chooseRoute.js';
import { openMarket } from '../price/market.js';
import type { PricedRoute } from '../price/pricedRoute.js';
import { readRequest } from '../request/readRequest.js';
import { createCatalog } from '../route/catalog.js';
import { findRoutes } from '../route/findRoutes.js';
import { serializeQuote } from './generated/serializeQuote.js';
import { quoteFigures } from './quoteFigures.js';
import { quoteView } from './quoteView.js';
import { decodeStoredQuote, encodeStoredQuote } from './storedQuote.js';

const inputToken = '0x00000000000000000000000000000000000000a1';
const outputToken = '0x00000000000000000000000000000000000000a2';
const requestId = `0x${'cd'.repeat(32)}`;

const situation = fc.record({
  inDecimals: fc.integer({ min: 0, max: 24 }),
  outDecimals: fc.integer({ min: 0, max: 24 }),
  prices: fc.array(fc.bigInt(10n ** 8n, 10n ** 16n), { minLength: 3, maxLength: 3 }),
  amount: fc.bigInt(10n ** 20n, 10n ** 30n),
  name: fc.string({ unit: 'binary' }),
  slippage: fc.integer({ min: 0, max: 10_000 }),
  userBalance: fc.bigInt(0n, 2n ** 128n),
  sponsorship: fc.option(
    fc.record(
      {
        maxSubsidizationAmount: fc.bigInt(0n, 10n ** 9n).map(String),
        subsidizationBps: fc.integer({ min: 0, max: 10_000 }),
        sponsoredFeeComponents: fc.subarray(['execution', 'swap', 'app', 'rent'], { minLength: 1 }),
      },
      { requiredKeys: [] },
    ),
    { nil: undefined },
  ),
});

/** The answer of a priced route is what its view says, and so is what is stored of it. */
function checkView(priced: PricedRoute, userBalance: bigint): void {
  const figures = quoteFigures(priced, { seconds: 4, userBalance });
  const view = quoteView(figures);
  const quote: Quote = { requestId, steps: [], ...view, protocol: {} };
  const plain: unknown = JSON.parse(JSON.stringify(quote));
  expect(quoteSchema.parse(plain)).toEqual(plain);
  expect(JSON.parse(serializeQuote(quote))).toEqual(plain);
  const { text, currencies } = encodeStoredQuote(figures);
  const contents = currencies.map(({ id, content }): [string, unknown] => [
    id,
    JSON.parse(content),
  ]);
  const { payer, recipient } = priced.route.accounts;
  const decoded = decodeStoredQuote(JSON.parse(text), {
    payer,
    recipient,
    currencies: new Map(contents),
  });
  expect(decoded).toEqual(figures);
  expect(quoteView(decoded!)).toEqual(view);
}

it('C1: is what answers and stored quotes say, over any decimals, prices and sponsorships', () => {
  fc.assert(
    fc.property(
      situation,
      ({ inDecimals, outDecimals, prices, amount, name, slippage, userBalance, sponsorship }) => {
        const chains = createChains([
          testChain(8453, 'base', {
            assets: [{ ...asset('in', inputToken, inDecimals), name, symbol: name }],
          }),
          testChain(10, 'optimism', {
            assets: [asset('out', outputToken, outDecimals)],
            memory: { balance: 2n ** 400n, fillGas: 0n },
          }),
        ]);
        const policy = {
          ...defaultPolicy,
          minimumInputMicroUsd: 0n,
          flatFeeMicroUsd: 0n,
          capacityPerRequestMicroUsd: 2n ** 400n,
        };
        const request = readRequest(
          {
            user: testPayer,
            recipient: other,
            originCurrency: inputToken,
            destinationCurrency: outputToken,
            amount: amount.toString(),
            tradeType: 'EXPECTED_OUTPUT',
            slippageTolerance: String(slippage),
            ...(sponsorship === undefined ? {} : { subsidizeFees: true, ...sponsorship }),
          },
          { apiKeyId: 'key_1', sponsor: 'acme' },
          policy,
        );
        const table = new Map(
          ['in', 'out', 'eth'].map((id, index) => [
            id,
            { value: { usdE12: prices[index] ?? 1n }, observedAt: testNow },
          ]),
        );
        const market = openMarket({
          prices: { price: (id) => table.get(id) },
          policy,
          now: testNow,
          facts: {},
        });
        const [priced] = rankRoutes(findRoutes(request, createCatalog(chains, policy)), market);
        checkView(priced, userBalance);
      },
    ),
    { numRuns: 300 },
  );
  // Machines are busy at times.
});

it('is what they say of swaps, on either side and within a chain', () => {
  const chains = testChains({
    base: { swaps: testSwaps(dollarPools(usdcToken.base)) },
    optimism: { swaps: testSwaps(dollarPools(usdcToken.optimism)) },
  });
  const catalog = createCatalog(chains, defaultPolicy);
  const places = [
    [8453, stuck, 10, gem],
    [8453, stuck, 10, usdcToken.optimism],
    [8453, usdcToken.base, 10, gem],
    [8453, usdcToken.base, 8453, gem],
  ] as const;
  const swaps = fc.record({
    place: fc.constantFrom(...places),
    tradeType: fc.constantFrom('EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT'),
    amount: fc.bigInt(10n ** 7n, 10n ** 8n),
    slippage: fc.integer({ min: 0, max: 10_000 }),
  });
  fc.assert(
    fc.property(
      swaps,
      ({
        place: [originChainId, originCurrency, destinationChainId, destinationCurrency],
        tradeType,
        amount,
        slippage,
      }) => {
        // Of GEM as of dollars, so that it is never worth too little: 0.1 to 1 of it, or 10 to 100.
        const request = readRequest(
          {
            user: testPayer,
            originChainId,
            originCurrency,
            destinationChainId,
            destinationCurrency,
            tradeType,
            amount: amount.toString(),
            slippageTolerance: String(slippage),
          },
          {},
          defaultPolicy,
        );
        const market = openMarket({ prices, policy: defaultPolicy, now: testNow, facts: {} });
        const [priced] = rankRoutes(findRoutes(request, catalog), market);
        checkView(priced, 0n);
      },
    ),
    { numRuns: 100 },
  );
});

it('is not made of what no version reads, and of a currency that is not kept', () => {
  const context = { payer: 'a', recipient: 'b', currencies: new Map<string, unknown>() };
  for (const stored of [undefined, null, {}, [], [2], { version: 2 }, 'text'])
    expect(decodeStoredQuote(stored, context)).toBeUndefined();
  const zeros = (count: number) => Array.from({ length: count }, () => '0');
  const missing = [
    1,
    'EXACT_INPUT',
    'bridge',
    [true, false],
    [['id', '1']],
    [0, 0, 0, 0, 0],
    zeros(8),
    zeros(6),
    null,
    ['a', 'b'],
    4,
    '0',
  ];
  expect(decodeStoredQuote(missing, context)).toBeUndefined();
});
