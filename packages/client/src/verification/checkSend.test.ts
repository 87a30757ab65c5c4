import type { Details, QuoteBody } from '@portage/core';
import type { Effect } from '@portage/core/executor';
import { describe, expect, it } from 'vitest';
import {
  chains,
  codec,
  depository,
  makeQuote,
  now,
  requestId,
  stranger,
  usdc,
  user,
} from '../../test/fixtures.js';
import { checkSend } from './checkSend.js';
import { checkSwap } from './checkSwap.js';
import { createEffectPolicy } from './effectPolicy.js';
import { readExpectedQuote } from './expectedQuote.js';
import { orderRules } from './orderRules.js';
import { createTrustedChains } from './trustedChain.js';

const recipient = '0x7777777777777777777777777777777777777777';
const request: QuoteBody = {
  user,
  recipient,
  amount: '1000',
  originChainId: 8453,
  destinationChainId: 8453,
  originCurrency: usdc.base,
  destinationCurrency: usdc.base,
};

const contextOf = (body: QuoteBody) => {
  const trusted = createTrustedChains({ chains, executors: [], codecs: [codec] });
  const origin = trusted.byId(8453);
  const expected = readExpectedQuote(body);
  return { expected, chains: trusted, origin, destination: origin, now, maxSlippageBps: 500n };
};

/** The quote of a send of so much, as details show it. */
async function quoteOf(shown: Partial<Record<'in' | 'out' | 'least', string>> = {}) {
  const quote = await makeQuote();
  const { currencyIn } = quote.details;
  const details: Details = {
    ...quote.details,
    currencyIn: { ...currencyIn, amount: shown.in ?? '1000' },
    currencyOut: {
      ...currencyIn,
      amount: shown.out ?? '1000',
      minimumAmount: shown.least ?? '1000',
    },
  };
  return { ...quote, details, protocol: {} };
}

const checkOf = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return error instanceof Error && 'context' in error
      ? (error.context as { check: string }).check
      : error;
  }
  return 'accepted';
};

const payment: Effect = {
  type: 'payment',
  chainId: 8453,
  recipient,
  currency: usdc.base,
  amount: 1_000n,
  reference: requestId,
};

describe('a quote for a plain transfer', () => {
  it('lets the one transfer be signed, and nothing else', async () => {
    const context = contextOf(request);
    const rules = checkSwap(await quoteOf(), context);
    const sign = (...effects: readonly Effect[]) =>
      checkOf(() => {
        const { origin } = context;
        createEffectPolicy({ origin, user, allowUnknownEffects: false, ...rules }).check(effects);
      });
    expect(sign(payment)).toBe('accepted');
    expect(sign({ ...payment, recipient: stranger })).toBe('recipient');
    expect(sign({ ...payment, amount: 1_001n })).toBe('amount');
    expect(sign({ ...payment, sender: user })).toBe('accepted');
    expect(sign({ ...payment, sender: stranger })).toBe('effects');
    expect(sign({ ...payment, currency: codec.nativeCurrency })).toBe('currency');
    expect(sign({ ...payment, chainId: 10 })).toBe('chain');
    expect(sign({ ...payment, reference: undefined })).toBe('effects');
    expect(sign({ ...payment, reference: `0x${'ac'.repeat(32)}` })).toBe('effects');
    expect(sign(payment, payment)).toBe('effects');
    const { chainId, currency, amount } = payment;
    expect(sign({ type: 'approval', spender: recipient, chainId, currency, amount })).toBe(
      'effects',
    );
    const order = { orderId: requestId, depositor: user, depository: recipient };
    expect(sign({ type: 'deposit', chainId, currency, amount, ...order })).toBe('effects');
  });

  it('lets a direct deposit be one transfer to the known depository with the order’s id', async () => {
    const asked: QuoteBody = {
      originChainId: 8453,
      destinationChainId: 10,
      user,
      amount: '1000000',
      explicitDeposit: false,
      slippageTolerance: '100',
      originCurrency: usdc.base,
      destinationCurrency: usdc.optimism,
    };
    const trusted = createTrustedChains({ chains, executors: [], codecs: [codec] });
    const origin = trusted.byId(8453);
    const context = {
      expected: readExpectedQuote(asked),
      chains: trusted,
      origin,
      now,
      destination: trusted.byId(10),
      maxSlippageBps: 500n,
    };
    const { details, protocol, steps } = await makeQuote();
    const shown = { details, protocol: protocol.v2! };
    const calls = steps.slice(-1);
    const [step] = calls;
    const [item] = step!.items;
    const transfers = [{ ...step!, items: [{ ...item!, data: { ...item!.data, to: usdc.base } }] }];
    const asTransfer = await orderRules(shown, transfers, context);
    const asCall = await orderRules(shown, calls, context);
    const signBy = (rules: typeof asCall, effect: Effect) =>
      checkOf(() => {
        createEffectPolicy({ origin, user, allowUnknownEffects: false, ...rules }).check([effect]);
      });
    const sign = (effect: Effect) => signBy(asTransfer, effect);
    const { orderId } = protocol.v2!;
    const transfer: Effect = {
      ...payment,
      recipient: depository,
      amount: 1_000_000n,
      reference: orderId,
    };
    const { chainId, currency, amount } = transfer;
    expect(sign(transfer)).toBe('accepted');
    expect(sign({ ...transfer, recipient: stranger })).toBe('depository');
    expect(sign({ ...transfer, reference: requestId })).toBe('effects');
    expect(sign({ ...transfer, reference: undefined })).toBe('effects');
    expect(sign({ ...transfer, amount: 999_999n })).toBe('amount');
    expect(sign({ type: 'approval', spender: depository, chainId, currency, amount })).toBe(
      'effects',
    );
    const deposit: Effect = {
      type: 'deposit',
      chainId,
      currency,
      amount,
      depository,
      orderId,
      depositor: user,
    };
    expect(sign(deposit)).toBe('effects');
    // Where the chain takes no such transfer, the service answers with a call of the depository.
    expect(signBy(asCall, deposit)).toBe('accepted');
    expect(signBy(asCall, transfer)).toBe('effects');
  });

  it('is refused where it shows another amount', async () => {
    const context = contextOf(request);
    for (const shown of [{ in: '1001' }, { out: '999' }, { least: '999' }]) {
      const quote = await quoteOf(shown);
      expect(checkOf(() => checkSend(quote, context))).toBe('amount');
    }
  });

  it('is refused where an order was asked for', async () => {
    const quote = await quoteOf();
    for (const change of [{ forceSolverExecution: true }, { topupGas: true }])
      expect(checkOf(() => checkSwap(quote, contextOf({ ...request, ...change })))).toBe(
        'order-id',
      );
  });
});
