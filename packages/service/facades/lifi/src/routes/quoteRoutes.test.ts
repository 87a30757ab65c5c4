import { PortageError, zeroAddress } from '@portage/core';
import { describe, expect, test } from 'vitest';
import { refusedMembers } from '../read/refusedMembers.js';
import { callRoute, fakeQuote, places } from '../../test/fakeCall.js';
import { refusedEndpoints } from './refusedRoutes.js';

const { payer, usdc, depository } = places;
const query = {
  fromChain: '1',
  toChain: 'ten',
  fromToken: 'USDC',
  toToken: usdc,
  fromAddress: payer,
  fromAmount: '1000000',
};
const routesBody = {
  fromChainId: 1,
  toChainId: 10,
  fromTokenAddress: usdc,
  toTokenAddress: usdc,
  fromAmount: '1000000',
};

describe('GET /quote', () => {
  test('asks for a quote of the service, and prints it as a step', async () => {
    const { answer, asked } = await callRoute('GET /quote', {
      query: { ...query, slippage: '0.01', integrator: 'app', denyExchanges: 'uniswap-v2,x' },
    });
    expect(asked.at(-1)).toEqual({
      endpoint: 'quote',
      question: {
        body: {
          user: payer,
          refundTo: payer,
          originChainId: 1,
          destinationChainId: 10,
          originCurrency: usdc,
          destinationCurrency: usdc,
          amount: '1000000',
          tradeType: 'EXACT_INPUT',
          slippageTolerance: '100',
          referrer: 'app',
          excludedSwapSources: ['uniswap-v2', 'x'],
        },
      },
    });
    const { requestId } = fakeQuote();
    expect(answer).toMatchObject({
      type: 'lifi',
      id: requestId,
      transactionId: requestId,
      integrator: 'app',
      action: { fromChainId: 1, toChainId: 10, fromAmount: '1000000', slippage: 0.01 },
      estimate: {
        approvalAddress: depository,
        fromAmountUSD: '1',
        toAmount: '997500',
        toAmountMin: '997500',
        executionDuration: 3,
        feeCosts: [{ amount: '2500', percentage: '0.0025', included: true }],
      },
      transactionRequest: { from: payer, to: depository, value: '0x0', gasLimit: '0x15f90' },
      includedSteps: [{ type: 'cross' }],
    });
  });

  test('an app that has no key is left unnamed where names need one', async () => {
    const refused = new PortageError('UNAUTHORIZED_QUOTE', { message: 'A key is needed.' });
    const { asked, code } = await callRoute(
      'GET /quote',
      { query: { ...query, integrator: 'app' } },
      { quote: refused },
    );
    const bodies = asked.filter(({ endpoint }) => endpoint === 'quote');
    expect(bodies).toMatchObject([{ question: { body: { referrer: 'app' } } }, {}]);
    expect(bodies.at(-1)).not.toHaveProperty('question.body.referrer');
    expect(code).toBe('UNAUTHORIZED_QUOTE');
  });

  test('the amount of /quote/toAmount is what arrives', async () => {
    const { asked } = await callRoute('GET /quote/toAmount', {
      query: { ...query, toAmount: '5' },
    });
    expect(asked.at(-1)).toMatchObject({
      question: { body: { tradeType: 'EXACT_OUTPUT', amount: '5' } },
    });
  });

  test("LI.FI's address of native currencies is ours", async () => {
    const fromToken = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
    const { asked } = await callRoute('GET /quote', { query: { ...query, fromToken } });
    expect(asked.at(-1)).toMatchObject({ question: { body: { originCurrency: zeroAddress } } });
  });

  test('without an approval the called contract is the spender', async () => {
    const quote = fakeQuote();
    const { answer } = await callRoute(
      'GET /quote',
      { query },
      { quote: { ...quote, steps: quote.steps.slice(1) } },
    );
    expect(answer).toMatchObject({ estimate: { approvalAddress: depository } });
  });

  test.each([
    [{ fromChain: '99' }, 'UNSUPPORTED_CHAIN'],
    [{ fromToken: 'NOPE' }, 'UNSUPPORTED_CURRENCY'],
    [{ fromChain: '7' }, 'UNSUPPORTED_ROUTE'],
    [{ toChain: 'perps' }, 'UNSUPPORTED_CHAIN'],
    [{ allowBridges: 'hop,across' }, 'NO_QUOTES'],
    [{ denyBridges: 'portage' }, 'NO_QUOTES'],
    [{ allowExchanges: 'none' }, 'UNSUPPORTED_FEATURE'],
    [{ maxPriceImpact: '0.002' }, 'NO_QUOTES'],
    [{ maxPriceImpact: '' }, 'OTHER'],
    [{ maxPriceImpact: '0x1' }, 'OTHER'],
    [{ slippage: '2' }, 'INVALID_SLIPPAGE_TOLERANCE'],
  ])('%o is refused with %s', async (members, code) => {
    expect((await callRoute('GET /quote', { query: { ...query, ...members } })).code).toBe(code);
  });

  test('a wrong answer of the service is no fault of the caller', async () => {
    const called = await callRoute('GET /quote', { query }, { quote: { steps: 1 } });
    expect(called).toMatchObject({
      code: 'OTHER',
      message: expect.stringContaining('Assertion') as unknown,
    });
  });
});

describe('what has no meaning here is refused by name', () => {
  test.each(Object.keys(refusedMembers))('%s, in a query and in options', async (name) => {
    const isChoice = name.endsWith('Protocols');
    const asked = { ...query, [name]: 'other' };
    expect(await callRoute('GET /quote', { query: asked })).toMatchObject({
      code: 'UNSUPPORTED_FEATURE',
      message: expect.stringContaining(`${name} has no meaning here.`) as unknown,
      asked: [],
    });
    const kind = name.replace('Protocols', '');
    const options = isChoice ? { protocols: { [kind]: ['other'] } } : { [name]: 'other' };
    expect(
      await callRoute('POST /advanced/routes', { body: { ...routesBody, options } }),
    ).toMatchObject({ code: 'UNSUPPORTED_FEATURE', asked: [] });
  });

  test.each(
    Object.entries(refusedMembers).flatMap(([name, { harmless }]) =>
      harmless.map((value) => ({ name, value })),
    ),
  )('$name: $value asks for nothing, and is taken', async ({ name, value }) => {
    expect((await callRoute('GET /quote', { query: { ...query, [name]: value } })).code).toBe(
      undefined,
    );
  });

  test('a list of objects, as a query spells it', async () => {
    const asked = { ...query, 'distributionFees[0][receiver]': payer };
    expect((await callRoute('GET /quote', { query: asked })).code).toBe('UNSUPPORTED_FEATURE');
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'A14: %s, a name of prototypes, changes nothing and is no fault of ours',
    async (name) => {
      const members = JSON.parse(`{"${name}":"other"}`) as object;
      const asked = Object.fromEntries([...Object.entries(query), ...Object.entries(members)]);
      expect((await callRoute('GET /quote', { query: asked })).code).toBe(undefined);
      const body = { ...routesBody, options: members };
      expect((await callRoute('POST /advanced/routes', { body })).code).toBe(undefined);
    },
  );

  test.each(refusedEndpoints)('$method $path', async ({ method, path }) => {
    expect(await callRoute(`${method} ${path}`)).toMatchObject({
      code: 'UNSUPPORTED_FEATURE',
      message: expect.stringContaining(path) as unknown,
    });
  });

  test('gas is not suggested, in words that its clients show', async () => {
    expect((await callRoute('GET /gas/suggestion/{chainId}')).answer).toMatchObject({
      available: false,
    });
  });
});

describe('POST /advanced/routes and /advanced/stepTransaction', () => {
  test('a route has one step, whose transaction is asked for later', async () => {
    const { answer, asked } = await callRoute('POST /advanced/routes', { body: routesBody });
    expect(asked.at(-1)).toMatchObject({ question: { body: { indicativeQuote: true } } });
    expect(answer).toMatchObject({ routes: [{ fromAmount: '1000000', toAmount: '997500' }] });
    const text = JSON.stringify(answer);
    expect(text).not.toContain('transactionRequest');
    expect(text).not.toContain('transactionId');
  });

  test('no route is an answer with the reason', async () => {
    const quote = new PortageError('AMOUNT_TOO_LOW', { message: 'Too low.' });
    const { answer } = await callRoute('POST /advanced/routes', { body: routesBody }, { quote });
    expect(answer).toMatchObject({ routes: [], unavailableRoutes: { filteredOut: [] } });
    expect(JSON.stringify(answer)).toContain('Too low.');
    const down = new PortageError('PRICE_FETCH_FAILED');
    expect(
      (await callRoute('POST /advanced/routes', { body: routesBody }, { quote: down })).code,
    ).toBe('PRICE_FETCH_FAILED');
  });

  test('a step is quoted anew by its action, and keeps its id', async () => {
    const { answer } = await callRoute('GET /quote', { query });
    const step = Object.assign({}, answer, { id: 'mine', estimate: { toAmount: '1' } });
    const again = await callRoute('POST /advanced/stepTransaction', { body: step });
    expect(again.asked.at(-1)).toMatchObject({ question: { body: { amount: '1000000' } } });
    expect(again.answer).toMatchObject({ id: 'mine', transactionRequest: { to: depository } });
  });
});
