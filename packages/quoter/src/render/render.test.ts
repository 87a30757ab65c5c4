import { createChains, type Step } from '@portage/core';
import { parseQuoteRequest, quoteSchema, quoteTermsSchema } from '@portage/core/schemas';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gem, testNow, stuck, usdcToken, asset, testChain, testChains } from '../testing/chains.js';
import { other, testPayer, prices } from '../testing/quoting.js';
import { readBack } from '../testing/readBack.js';
import { dollarPools, testSwaps } from '../testing/swaps.js';
import { paymentDetailsOf } from '../answerOrder.js';
import { draftQuoteOrder } from '../draftQuoteOrder.js';
import { defaultPolicy } from '../policy.js';
import { bestRoute } from '../price/bestRoute.js';
import { priceRoute } from '../price/priceRoute.js';
import { createCatalog } from '../route/catalog.js';
import { findRoute } from '../route/findRoute.js';
import { findRoutes } from '../route/findRoutes.js';
import { describeQuote } from './quoteContent.js';
import { renderMoney } from './renderMoney.js';
import { renderPaymentDetails, renderQuote, renderSwapQuote } from './renderQuote.js';
import { renderQuoteObject, renderTermsObject } from './renderQuoteObject.js';
import { renderTerms } from './renderTerms.js';

const inputToken = '0x00000000000000000000000000000000000000a1';
const outputToken = '0x00000000000000000000000000000000000000a2';
const orderId = `0x${'ab'.repeat(32)}`;
const requestId = `0x${'cd'.repeat(32)}`;

const situation = fc.record({
  inDecimals: fc.integer({ min: 0, max: 24 }),
  outDecimals: fc.integer({ min: 0, max: 24 }),
  prices: fc.array(fc.bigInt(10n ** 8n, 10n ** 16n), { minLength: 3, maxLength: 3 }),
  amount: fc.bigInt(10n ** 20n, 10n ** 30n),
  name: fc.string({ unit: 'binary' }),
  slippage: fc.integer({ min: 0, max: 10_000 }),
  signature: fc.option(fc.constant(`0x${'12'.repeat(65)}`), { nil: undefined }),
  userBalance: fc.bigInt(0n, 2n ** 128n),
});

it('prints the same JSON value as the plain twins', () => {
  fc.assert(
    fc.property(
      situation,
      ({ inDecimals, outDecimals, prices, amount, name, slippage, signature, userBalance }) => {
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
        const request = parseQuoteRequest({
          user: testPayer,
          recipient: other,
          originCurrency: inputToken,
          destinationCurrency: outputToken,
          amount: amount.toString(),
          tradeType: 'EXPECTED_OUTPUT',
          slippageTolerance: String(slippage),
        });
        const table = new Map(
          ['in', 'out', 'eth'].map((id, index) => [
            id,
            { value: { usdE12: prices[index] ?? 1n }, observedAt: testNow },
          ]),
        );
        const priced = priceRoute(findRoute(request, createCatalog(chains, policy)), {
          prices: { price: (id) => table.get(id) },
          policy,
          now: testNow,
        });
        const order = draftQuoteOrder(priced, {
          policy,
          solver: other,
          salt: '0x01',
          now: testNow,
        });
        const steps: readonly Step[] = [
          { id: 'deposit', action: name, description: name, kind: 'transaction', items: [] },
        ];
        const content = describeQuote(priced, userBalance);
        const money = renderMoney(content);
        const paymentDetails = paymentDetailsOf(priced);

        const text = renderQuote({
          requestId,
          steps: JSON.stringify(steps),
          money,
          orderId,
          orderSignature: signature,
          orderData: JSON.stringify(order),
          paymentDetails: renderPaymentDetails(paymentDetails),
        });
        const protocol = {
          orderId,
          ...(signature === undefined ? {} : { orderSignature: signature }),
          orderData: order,
          paymentDetails,
        };
        const plain = renderQuoteObject({ requestId, steps, content, protocol });
        expect(JSON.parse(text)).toEqual(plain);
        expect(quoteSchema.parse(plain)).toEqual(plain);
        const terms = renderTermsObject(content);
        const { payer, recipient } = priced.route;
        expect(readBack({ ...renderTerms(content), payer, recipient })).toEqual(terms);
        expect(quoteTermsSchema.parse(terms)).toEqual(terms);
      },
    ),
    { numRuns: 300 },
  );
  // Machines are busy at times.
}, 60_000);

it('prints quotes of swaps like the plain twins, on either side and within a chain', () => {
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
        const request = parseQuoteRequest({
          user: testPayer,
          originChainId,
          originCurrency,
          destinationChainId,
          destinationCurrency,
          tradeType,
          amount: amount.toString(),
          slippageTolerance: String(slippage),
        });
        const priced = bestRoute(findRoutes(request, catalog), {
          prices,
          policy: defaultPolicy,
          now: testNow,
        });
        const content = describeQuote(priced, 0n);
        const money = renderMoney(content);
        const terms = renderTermsObject(content);
        const { payer, recipient } = priced.route;
        expect(readBack({ ...renderTerms(content), payer, recipient })).toEqual(terms);
        const { details, fees, feeSponsorship } = terms;
        const text = priced.route.isSelfExecuted
          ? renderSwapQuote({ requestId, steps: '[]', money })
          : `{"requestId":"${requestId}","steps":[],${money},"protocol":{}}`;
        expect(JSON.parse(text)).toEqual({
          requestId,
          steps: [],
          fees,
          feeSponsorship,
          details,
          protocol: {},
        });
        expect(quoteSchema.parse(JSON.parse(text))).toEqual(JSON.parse(text));
      },
    ),
    { numRuns: 100 },
  );
}, 60_000);
