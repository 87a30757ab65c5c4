import {
  isPortageError,
  type OrderData,
  type Quote,
  type QuoteBody,
  type Step,
} from '@portage/core';
import { encodeFunctionData, erc20Abi } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  amount,
  approveStep,
  chains,
  codec,
  depository,
  depositStep,
  makeExecutor,
  makeQuote,
  now,
  request,
  signQuote,
  stranger,
  user,
} from '../../test/fixtures.js';
import type { QuoteCheck } from '../verification/failCheck.js';
import { verifyQuote } from './verifyQuote.js';

const base = { request, chains, executors: [makeExecutor()], now };

type Draft = { -readonly [Key in keyof Quote]: Quote[Key] };

async function tampered(change: (quote: Draft) => void): Promise<Quote> {
  const quote = structuredClone(await makeQuote());
  change(quote);
  return quote;
}

/** Changes the order and hashes and signs it again, as a hostile service would. */
async function resigned(change: (order: OrderData) => void): Promise<Quote> {
  const { protocol } = structuredClone(await makeQuote());
  change(protocol.v2!.orderData);
  return await signQuote({ orderData: protocol.v2!.orderData, steps: [] });
}

async function checkOf(
  quote: Quote,
  options: Partial<Parameters<typeof verifyQuote>[1]> = {},
): Promise<unknown> {
  try {
    await verifyQuote(quote, { ...base, ...options });
  } catch (error) {
    if (isPortageError(error, 'QUOTE_VERIFICATION_FAILED')) return error.context['check'];
    throw error;
  }
  return 'accepted';
}

const steps = async (...list: (Step | ((orderId: string) => Step))[]): Promise<Quote> =>
  tampered((quote) => {
    quote.steps = list.map((step) =>
      typeof step === 'function' ? step(quote.protocol.v2!.orderId) : step,
    );
  });

describe('verifyQuote', () => {
  it('accepts an honest quote', async () => {
    expect(await checkOf(await makeQuote())).toBe('accepted');
  });

  it('accepts an allowance that is set to zero first', async () => {
    expect(
      await checkOf(
        await steps(approveStep(depository, 0n), approveStep(), (orderId) =>
          depositStep({ orderId }),
        ),
      ),
    ).toBe('accepted');
  });

  it('accepts addresses in another case', async () => {
    const checksummed = { ...request, user: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' };
    expect(await checkOf(await makeQuote(), { request: checksummed })).toBe('accepted');
  });

  const unsigned: [string, QuoteCheck, (quote: Draft) => void][] = [
    [
      'an order changed after hashing',
      'order-id',
      (q) => (q.protocol.v2!.orderData.output.deadline += 1),
    ],
    ['another order id', 'order-id', (q) => (q.protocol.v2!.orderId = `0x${'00'.repeat(32)}`)],
    [
      'an order that cannot be hashed',
      'order-id',
      (q) => (q.protocol.v2!.orderData.output.payments[0]!.recipient = 'nobody'),
    ],
    ['a missing signature', 'order-signature', (q) => delete q.protocol.v2!.orderSignature],
    [
      'a signature of nobody',
      'order-signature',
      (q) => (q.protocol.v2!.orderSignature = `0x${'01'.repeat(65)}`),
    ],
    [
      'another depository',
      'depository',
      (q) => (q.protocol.v2!.paymentDetails.depository = stranger),
    ],
    [
      'another payment amount',
      'amount',
      (q) => (q.protocol.v2!.paymentDetails.amount = (amount + 1n).toString()),
    ],
    [
      'another payment currency',
      'currency',
      (q) => (q.protocol.v2!.paymentDetails.currency = stranger),
    ],
    ['another payment chain', 'chain', (q) => (q.protocol.v2!.paymentDetails.chainId = 'optimism')],
    ['another recipient in the details', 'recipient', (q) => (q.details.recipient = stranger)],
    ['another sender in the details', 'details', (q) => (q.details.sender = stranger)],
    ['a smaller input in the details', 'details', (q) => (q.details.currencyIn.amount = '1')],
    [
      'another output in the details',
      'minimum-output',
      (q) => (q.details.currencyOut.amount = '999999'),
    ],
    [
      'a higher minimum in the details',
      'minimum-output',
      (q) => (q.details.currencyOut.minimumAmount = '989999'),
    ],
    [
      'a lower minimum in the details',
      'minimum-output',
      (q) => (q.details.currencyOut.minimumAmount = '980099'),
    ],
    [
      'a tolerance of late payments that nobody asked for',
      'details',
      (q) =>
        (q.details.slippageTolerance.latePayment = { usd: '0.000001', value: '1', percent: '0' }),
    ],
    [
      'another currency in the details',
      'details',
      (q) => (q.details.currencyOut.currency.address = stranger),
    ],
    [
      'an absolute check',
      'endpoint',
      (q) => (q.steps[1]!.items[0]!.check!.endpoint = 'https://evil.example/status'),
    ],
    [
      'a protocol-relative check',
      'endpoint',
      (q) => (q.steps[1]!.items[0]!.check!.endpoint = '//evil.example/status'),
    ],
    [
      'a check with backslashes',
      'endpoint',
      (q) => (q.steps[1]!.items[0]!.check!.endpoint = '/\\evil.example/status'),
    ],
    [
      'a check of another request',
      'endpoint',
      (q) =>
        (q.steps[1]!.items[0]!.check!.endpoint = `/intents/status/v3?requestId=0x${'00'.repeat(32)}`),
    ],
    [
      'a step of another request',
      'endpoint',
      (q) => (q.steps[0]!.requestId = `0x${'00'.repeat(32)}`),
    ],
    [
      'a post to another host',
      'endpoint',
      (q) =>
        (q.steps[0]!.items[0]!.data['post'] = {
          endpoint: 'http://evil.example',
          method: 'POST',
          body: {},
        }),
    ],
  ];
  it.each(unsigned)('refuses %s (%s)', async (_, check, change) => {
    expect(await checkOf(await tampered(change))).toBe(check);
  });

  const signed: [string, QuoteCheck, Parameters<typeof resigned>[0]][] = [
    ['another recipient', 'recipient', (o) => (o.output.payments[0]!.recipient = stranger)],
    [
      'a second payment',
      'recipient',
      (o) => o.output.payments.push({ ...o.output.payments[0]!, recipient: stranger }),
    ],
    [
      'a second payment to the recipient',
      'amount',
      (o) => o.output.payments.push({ ...o.output.payments[0]! }),
    ],
    ['no payment', 'amount', (o) => (o.output.payments = [])],
    ['another output currency', 'currency', (o) => (o.output.payments[0]!.currency = stranger)],
    ['another output chain', 'chain', (o) => (o.output.chainId = 'base')],
    [
      'a minimum below the tolerance',
      'minimum-output',
      (o) => (o.output.payments[0]!.minimumAmount = '980099'),
    ],
    [
      'a lower expected output',
      'minimum-output',
      (o) => (o.output.payments[0]!.expectedAmount = '980100'),
    ],
    [
      'another input amount',
      'amount',
      (o) => (o.inputs[0]!.payment.amount = (amount + 1n).toString()),
    ],
    ['another input currency', 'currency', (o) => (o.inputs[0]!.payment.currency = stranger)],
    ['another input chain', 'chain', (o) => (o.inputs[0]!.payment.chainId = 'optimism')],
    ['a second input', 'amount', (o) => o.inputs.push(o.inputs[0]!)],
    ['a refund to somebody else', 'refund', (o) => (o.inputs[0]!.refunds[0]!.recipient = stranger)],
    [
      'a destination refund to somebody else',
      'refund',
      (o) => (o.inputs[0]!.refunds[1]!.recipient = stranger),
    ],
    [
      'a refund in another currency',
      'refund',
      (o) => (o.inputs[0]!.refunds[0]!.currency = stranger),
    ],
    ['no refunds', 'refund', (o) => (o.inputs[0]!.refunds = [])],
    ['only a destination refund', 'refund', (o) => void o.inputs[0]!.refunds.shift()],
    [
      'another filler',
      'filler',
      (o) => (o.output.extraData = `0x${stranger.slice(2).padStart(64, '0')}`),
    ],
    [
      'a refund that ends before the order does',
      'refund',
      (o) => (o.inputs[0]!.refunds[0]!.deadline = o.output.deadline - 1),
    ],
    [
      'a refund of more than is paid in',
      'refund',
      (o) => (o.inputs[0]!.refunds[0]!.minimumAmount = (amount + 1n).toString()),
    ],
    ['another filler for refunds', 'filler', (o) => (o.inputs[0]!.refunds[0]!.extraData = '0x')],
    ['calls that were not asked for', 'calls', (o) => (o.output.calls = ['0x00'])],
    ['an order that is over', 'deadline', (o) => (o.output.deadline = now)],
    ['another solver', 'solver', (o) => (o.solver = stranger)],
    ['a solver of an unknown chain', 'chain', (o) => (o.solverChainId = 'mainnet')],
  ];
  it.each(signed)('refuses a signed order with %s (%s)', async (_, check, change) => {
    expect(await checkOf(await resigned(change))).toBe(check);
  });

  const transfer = (): Step => {
    const step = approveStep();
    step.items[0]!.data['data'] = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [stranger, amount],
    });
    return step;
  };
  const unknown = (): Step => {
    const step = approveStep();
    step.items[0]!.data['data'] = '0xdeadbeef';
    return step;
  };
  const pay =
    (change: Partial<Parameters<typeof depositStep>[0]> = {}) =>
    (orderId: string): Step =>
      depositStep({ orderId, ...change });
  const calldata: [string, QuoteCheck, (Step | ((orderId: string) => Step))[]][] = [
    ['an approval for somebody else', 'effects', [approveStep(stranger), pay()]],
    ['an endless approval', 'amount', [approveStep(depository, 2n ** 256n - 1n), pay()]],
    ['a deposit elsewhere', 'depository', [pay({ to: stranger })]],
    ['a deposit of more', 'amount', [pay({ amount: amount + 1n })]],
    ['a deposit of another currency', 'currency', [pay({ token: stranger })]],
    ['a deposit on another chain', 'chain', [pay({ chainId: 10 })]],
    ['a deposit for another order', 'order-id', [pay({ orderId: `0x${'00'.repeat(32)}` })]],
    ['a deposit in the name of somebody else', 'effects', [pay({ depositor: stranger })]],
    ['a second deposit', 'effects', [pay(), pay()]],
    ['no deposit', 'effects', [approveStep()]],
    ['a plain transfer', 'effects', [transfer(), pay()]],
    ['something unreadable', 'effects', [unknown(), pay()]],
  ];
  it.each(calldata)('refuses calldata with %s (%s)', async (_, check, list) => {
    expect(await checkOf(await steps(...list))).toBe(check);
  });

  it('signs what it cannot read only when told', async () => {
    expect(await checkOf(await steps(unknown(), pay()), { allowUnknownEffects: true })).toBe(
      'accepted',
    );
  });

  describe('compares the app fees of the order with the request', () => {
    const [app, other] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`];
    const fee = (recipient: string, bps: bigint): OrderData['fees'][number] => ({
      recipientChainId: 'base',
      currencyChainId: 'base',
      recipient,
      currency: request.originCurrency ?? '',
      amount: ((amount * bps) / 10_000n).toString(),
    });
    const asked = [
      { recipient: app.toUpperCase().replace('0X', '0x'), fee: '20' },
      { recipient: other, fee: '.5' },
      { recipient: app, fee: '5.0' },
    ];
    const owed = [fee(app, 25n), { ...fee(other, 0n), amount: (amount / 20_000n).toString() }];
    const of = async (appFees: QuoteBody['appFees'], fees: OrderData['fees']): Promise<unknown> =>
      checkOf(await resigned((order) => (order.fees = fees)), { request: { ...request, appFees } });

    it('accepts each share, those of one account added up and rounded down', async () => {
      expect(await of(asked, owed)).toBe('accepted');
      expect(await of([{ recipient: app, fee: '0' }], [])).toBe('accepted');
    });

    it.each<[string, QuoteBody['appFees'], OrderData['fees']]>([
      ['that nobody asked for', undefined, [fee(app, 25n)]],
      ['that is missing', asked, owed.slice(0, 1)],
      ['of none at all', asked, []],
      ['for somebody else', asked, [fee(stranger, 25n), owed[1]!]],
      ['that is twice there', asked, [owed[0]!, owed[0]!]],
      ['of another amount', asked, [fee(app, 26n), owed[1]!]],
      ['in another currency', asked, [{ ...owed[0]!, currency: stranger }, owed[1]!]],
      ['on another chain', asked, [{ ...owed[0]!, currencyChainId: 'optimism' }, owed[1]!]],
      [
        'for an account elsewhere',
        asked,
        [{ ...owed[0]!, recipientChainId: 'optimism' }, owed[1]!],
      ],
    ])('refuses one %s', async (_, appFees, fees) => {
      expect(await of(appFees, fees)).toBe('app-fees');
    });
  });

  const requests: [string, QuoteCheck, Partial<QuoteBody>][] = [
    ['recipient', 'recipient', { recipient: stranger }],
    ['amount', 'amount', { amount: '5' }],
    ['origin currency', 'currency', { originCurrency: stranger }],
    ['destination currency', 'refund', { destinationCurrency: stranger }],
    ['destination chain', 'refund', { destinationChainId: 8453 }],
    ['origin chain', 'chain', { originChainId: 10 }],
    ['unknown chain', 'chain', { originChainId: 1 }],
    ['slippage', 'minimum-output', { slippageTolerance: '0' }],
    ['refund address', 'refund', { refundTo: stranger }],
    ['exact output', 'minimum-output', { tradeType: 'EXACT_OUTPUT', amount: '990000' }],
    ['expected output', 'minimum-output', { tradeType: 'EXPECTED_OUTPUT', amount: '990001' }],
    ['destination calls', 'calls', { txs: [{ to: stranger, value: '0', data: '0x' }] }],
    ['user', 'details', { user: stranger, recipient: user }],
    ['amount that is no number', 'request', { amount: '1.5' }],
  ];
  it.each(requests)('refuses a quote for another %s (%s)', async (_, check, change) => {
    expect(await checkOf(await makeQuote(), { request: { ...request, ...change } })).toBe(check);
  });

  it('accepts an output trade whose minimum is within the tolerance', async () => {
    expect(
      await checkOf(await makeQuote(), {
        request: { ...request, tradeType: 'EXPECTED_OUTPUT', amount: '990000' },
      }),
    ).toBe('accepted');
  });

  it('bounds the slippage that a request leaves to the service', async () => {
    const { slippageTolerance, ...open } = request;
    expect(slippageTolerance).toBe('100');
    expect(await checkOf(await makeQuote(), { request: open })).toBe('accepted');
    expect(await checkOf(await makeQuote(), { request: open, maxSlippageBps: 99 })).toBe(
      'minimum-output',
    );
  });

  it('holds payments in time to one tolerance and late ones to both, apart', async () => {
    const tight = { ...request, slippageTolerance: '0' };
    const quote = structuredClone(await makeQuote());
    const lateOnly = { ...tight, latePaymentSlippageTolerance: '100' };
    // The order allows 100 bps. In the details they are those of payments in time ...
    expect(await checkOf(quote, { request: lateOnly })).toBe('minimum-output');
    // ... or of late ones.
    const { currencyOut, slippageTolerance } = quote.details;
    const value = (990_000n - 980_100n).toString();
    currencyOut.minimumAmount = currencyOut.amount;
    expect(await checkOf(quote, { request: lateOnly })).toBe('details');
    slippageTolerance.latePayment = { usd: '0.009900', value, percent: '1' };
    expect(await checkOf(quote, { request: lateOnly })).toBe('accepted');
    expect(
      await checkOf(quote, { request: { ...tight, latePaymentSlippageTolerance: '99' } }),
    ).toBe('minimum-output');
    expect(
      await checkOf(await makeQuote(), {
        request: {
          ...tight,
          tradeType: 'EXACT_OUTPUT',
          amount: '990000',
          latePaymentSlippageTolerance: '100',
        },
      }),
    ).toBe('minimum-output');
    expect(
      await checkOf(await makeQuote(), {
        request: { ...tight, latePaymentSlippageTolerance: '10001' },
      }),
    ).toBe('request');
  });

  describe('with a gas top-up', () => {
    const zero = '0x0000000000000000000000000000000000000000';
    const topup = { recipient: user, currency: zero, minimumAmount: '5', expectedAmount: '5' };
    const asked = { request: { ...request, topupGas: true } };
    const topped = (change: Partial<typeof topup> = {}) =>
      resigned((order) => order.output.payments.push({ ...topup, ...change }));

    it('takes it where it was asked for, and nowhere else', async () => {
      expect(await checkOf(await topped(), asked)).toBe('accepted');
      expect(await checkOf(await topped())).toBe('amount');
      expect(await checkOf(await makeQuote(), asked)).toBe('amount');
    });

    it.each([
      ['recipient', { recipient: stranger }],
      ['currency', { currency: stranger }],
      ['amount', { minimumAmount: '4' }],
      ['amount', { minimumAmount: '0', expectedAmount: '0' }],
    ] as const)('refuses another %s', async (check, change) => {
      expect(await checkOf(await topped(change), asked)).toBe(check);
    });
  });

  it('N10: sends no authorization that holds on other chains', async () => {
    const authorization = {
      address: stranger,
      nonce: 0,
      yParity: 0,
      r: `0x${'01'.repeat(32)}`,
      s: `0x${'01'.repeat(32)}`,
    };
    for (const [chainId, check] of [
      [0, 'request'],
      [8453, 'request'],
      [10, 'accepted'],
    ] as const) {
      expect(
        await checkOf(await makeQuote(), {
          request: { ...request, authorizationList: [{ ...authorization, chainId }] },
        }),
      ).toBe(check);
    }
  });

  it('compares calls that were asked for', async () => {
    const txs = [{ to: stranger, value: '7', data: '0x1234' }];
    const quote = await resigned(
      (order) =>
        (order.output.calls = [codec.encodeCall!({ to: stranger, value: 7n, data: '0x1234' })]),
    );
    expect(await checkOf(quote, { request: { ...request, txs } })).toBe('accepted');
    expect(await checkOf(quote)).toBe('calls');
  });

  it('trusts the list of chains and not the quote', async () => {
    const pinned = chains.map((chain) => ({
      ...chain,
      protocol: { v2: { ...chain.protocol.v2, depository: stranger } },
    }));
    expect(await checkOf(await makeQuote(), { chains: pinned })).toBe('depository');
  });

  it('says when a codec or an executor is missing', async () => {
    const { codec: own, ...bare } = makeExecutor();
    expect(own).toBe(codec);
    expect(await checkOf(await makeQuote(), { executors: [bare] })).toBe('codec');
    expect(await checkOf(await makeQuote(), { executors: [bare], codecs: [codec] })).toBe(
      'accepted',
    );
    await expect(
      verifyQuote(await makeQuote(), { ...base, executors: [], codecs: [codec] }),
    ).rejects.toMatchObject({ code: 'NO_EXECUTOR' });
  });

  it('says what was expected and what was found', async () => {
    const quote = await resigned((order) => (order.output.payments[0]!.recipient = stranger));
    await expect(verifyQuote(quote, base)).rejects.toMatchObject({
      context: { check: 'recipient', expected: user, actual: stranger },
    });
  });
});
