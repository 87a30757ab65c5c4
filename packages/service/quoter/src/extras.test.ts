import {
  assert,
  PortageError,
  zeroAddress,
  type ProtocolV2,
  type Quote,
  type QuoteRequest,
} from '@portage/core';
import type { Chain, OrderCalls } from '@portage/core/chain';
import type { ExecutionTerms } from '@portage/settlement';
import { describe, expect, it } from 'vitest';
import { usdcToken, testChains, type Memory } from '../test/chains.js';
import { testPayer, createQuoterHarness } from '../test/quoterHarness.js';

const shop = '0x00000000000000000000000000000000000054a0';
const vault = '0x00000000000000000000000000000000000de9a7';
const empty = '0x0000000000000000000000000000000000000e00';
const authorization = {
  chainId: 10,
  address: shop,
  nonce: 0,
  yParity: 0,
  r: `0x${'1'.repeat(64)}`,
  s: `0x${'2'.repeat(64)}`,
};

/** A chain that denies its vault, and finds no code at one account. */
function createCalls(asked: unknown[] = []): OrderCalls {
  const refuse = (index: number): never => {
    throw new PortageError('INVALID_EXTRA_TXS', {
      details: [{ path: `txs.${String(index)}.to`, message: 'is refused' }],
    });
  };
  return {
    gasLimit: (calls) => 250_000 * calls.length,
    gasLimitMax: 12_000_000,
    check: ({ calls }) => {
      calls.forEach(({ to }, index) => to === vault && refuse(index));
    },
    confirm: (request) => {
      asked.push(request);
      return request.calls.some(({ to, data }) => to === empty && data !== '0x')
        ? Promise.reject(
            new PortageError('INVALID_EXTRA_TXS', {
              details: [{ path: 'txs.0.to', message: 'has no code' }],
            }),
          )
        : Promise.resolve();
    },
  };
}

const bench = (changes: Memory = {}, asked: unknown[] = [], options: object = {}) =>
  createQuoterHarness({
    chains: testChains({ optimism: { calls: createCalls(asked), ...changes } }),
    ...options,
  });
const toEth = {
  user: testPayer,
  originCurrency: usdcToken.base,
  destinationCurrency: zeroAddress,
  tradeType: 'EXACT_OUTPUT',
  amount: '10000000000000000',
};
const toUsdc = {
  user: testPayer,
  originCurrency: usdcToken.base,
  destinationCurrency: usdcToken.optimism,
  amount: '100000000',
};
const mint = { to: shop, value: '10000000000000000', data: '0x1249c58b' };

function orderOf({ protocol }: Quote): ProtocolV2 {
  assert(protocol.v2 !== undefined, 'a bridge has an order');
  return protocol.v2;
}

const chargesOf = (made: ReturnType<typeof createQuoterHarness>): ExecutionTerms =>
  JSON.parse(made.saved[0]?.executionTerms ?? '{}') as ExecutionTerms; // What the quoter wrote itself.

describe('txs', () => {
  it('are refused on a chain where calls are halted, and what has none is quoted', async () => {
    const halted = new Set([10]);
    const askers: unknown[] = [];
    const areCallsHalted = ({ id }: Chain, asker: unknown): boolean => {
      askers.push(asker);
      return halted.has(id);
    };
    const made = bench({}, [], { areCallsHalted });
    await expect(made.quote({ ...toEth, txs: [mint] })).rejects.toMatchObject({
      code: 'ROUTE_TEMPORARILY_RESTRICTED',
      retryable: true,
      message: 'txs are not taken on chain 10 for now: calls failed there and burned too much gas.',
      details: [{ path: 'txs', message: 'are not taken on chain 10 for now' }],
    });
    await made.quote(toEth);
    expect(made.saved).toHaveLength(1);
    halted.clear();
    await made.quote({ ...toEth, txs: [mint] });
    expect(askers).toEqual(
      Array(2).fill({ payer: testPayer.toLowerCase(), apiKeyId: 'key_1', targets: [shop] }),
    );
  });

  it('stand in the order, and the quote pays for their gas', async () => {
    const asked: unknown[] = [];
    const made = bench({}, asked);
    const plain = await made.quote(toEth);
    const called = bench();
    const quote = await called.quote({ ...toEth, txs: [mint] });
    const { output } = orderOf(quote).orderData;
    expect(output.calls).toHaveLength(1);
    expect(output.payments).toMatchObject([
      { minimumAmount: toEth.amount, expectedAmount: toEth.amount },
    ]);
    expect(BigInt(quote.fees.relayerGas.amount)).toBeGreaterThan(
      BigInt(plain.fees.relayerGas.amount),
    );
    expect(BigInt(orderOf(quote).paymentDetails.amount)).toBeGreaterThan(
      BigInt(orderOf(plain).paymentDetails.amount),
    );
    expect(chargesOf(called)).toMatchObject({ callsGas: 250_000 });
    // A plain bridge asks no chain.
    expect(asked).toEqual([]);
  });

  it('N7: burn what they name, and pay for all of it', async () => {
    const [few, many] = [bench(), bench()];
    const cheap = await few.quote({ ...toEth, txs: [mint], txsGasLimit: 100_000 });
    const dear = await many.quote({ ...toEth, txs: [mint], txsGasLimit: 900_000 });
    expect([chargesOf(few).callsGas, chargesOf(many).callsGas]).toEqual([100_000, 900_000]);
    expect(BigInt(dear.fees.relayerGas.amount)).toBeGreaterThan(
      BigInt(cheap.fees.relayerGas.amount),
    );
  });

  it('burn what gasLimitForDepositSpecifiedTxs names, as by txsGasLimit', async () => {
    const [by, like] = [bench(), bench()];
    const named = await by.quote({
      ...toEth,
      txs: [mint],
      gasLimitForDepositSpecifiedTxs: 700_000,
    });
    const quote = await like.quote({ ...toEth, txs: [mint], txsGasLimit: 700_000 });
    expect([chargesOf(by).callsGas, chargesOf(like).callsGas]).toEqual([700_000, 700_000]);
    expect(named.fees.relayerGas.amount).toBe(quote.fees.relayerGas.amount);
    const both = { txsGasLimit: 700_000, gasLimitForDepositSpecifiedTxs: 700_000 };
    await bench().quote({ ...toEth, txs: [mint], ...both });
  });

  it('say of originalTxValue what they carry, in any digits (quote#txs-originalTxValue)', async () => {
    const quote = await bench().quote({
      ...toEth,
      txs: [{ ...mint, originalTxValue: `0${mint.value}` }],
    });
    expect(orderOf(quote).orderData.output.calls).toEqual(
      orderOf(await bench().quote({ ...toEth, txs: [mint] })).orderData.output.calls,
    );
  });

  it.each([
    [
      'A17 half a byte of data',
      { ...toEth, txs: [{ ...mint, data: '0xabc' }] },
      'INVALID_EXTRA_TXS',
    ],
    [
      'A17 more value than is paid',
      { ...toEth, txs: [mint, { ...mint, value: '1' }] },
      'INVALID_EXTRA_TXS',
    ],
    ['A17 value with a token', { ...toUsdc, txs: [{ ...mint, value: '1' }] }, 'INVALID_EXTRA_TXS'],
    ['A17 65 calls', { ...toEth, txs: Array.from({ length: 65 }, () => mint) }, 'INVALID_REQUEST'],
    ['N2 one of our contracts', { ...toEth, txs: [{ ...mint, to: vault }] }, 'INVALID_EXTRA_TXS'],
    [
      'N9 data for an account without code',
      { ...toEth, txs: [{ ...mint, to: empty }] },
      'INVALID_EXTRA_TXS',
    ],
    [
      'N7 more gas than a transaction',
      { ...toEth, txs: [mint], txsGasLimit: 12_000_001 },
      'INVALID_EXTRA_TXS',
    ],
    [
      'another value than is carried',
      { ...toEth, txs: [{ ...mint, originalTxValue: '7' }] },
      'INVALID_EXTRA_TXS',
    ],
    [
      'two limits',
      { ...toEth, txs: [mint], txsGasLimit: 50_000, gasLimitForDepositSpecifiedTxs: 50_001 },
      'INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS',
    ],
    [
      'a limit of none',
      { ...toEth, gasLimitForDepositSpecifiedTxs: 21_000 },
      'INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS',
    ],
    [
      'a chain that makes none',
      {
        user: testPayer,
        originChainId: 10,
        destinationChainId: 8453,
        originCurrency: usdcToken.optimism,
        destinationCurrency: usdcToken.base,
        amount: '100000000',
        txs: [{ ...mint, value: '0' }],
      },
      'EXTRA_TXS_NOT_SUPPORTED',
    ],
  ])('are refused: %s', async (_, body, code) => {
    const made = bench();
    await expect(made.quoteText(body)).rejects.toMatchObject({ code });
    expect(made.saved).toEqual([]);
  });
});

describe('authorizationList', () => {
  it('goes with the payment, and the chain is asked about it', async () => {
    const asked: unknown[] = [];
    const made = bench({}, asked);
    await made.quote({ ...toUsdc, authorizationList: [authorization] });
    expect(chargesOf(made)).toMatchObject({ authorizations: [authorization] });
    expect(asked).toEqual([{ calls: [], authorizations: [authorization] }]);
  });

  it('N10: is refused where the chain refuses it, before anything is stored', async () => {
    const calls: OrderCalls = {
      ...createCalls(),
      check: () => {
        throw new PortageError('INVALID_AUTHORIZATION');
      },
    };
    const made = bench({ calls });
    await expect(
      made.quoteText({ ...toUsdc, authorizationList: [authorization] }),
    ).rejects.toMatchObject({ code: 'INVALID_AUTHORIZATION' });
    expect(made.saved).toEqual([]);
  });
});

describe('topupGas', () => {
  const ask = { ...toUsdc, topupGas: true, topupGasAmount: '100000' };

  it('pays native currency beside, exactly, and 100000 is a dollar', async () => {
    const quote = await bench().quote(ask);
    const { payments } = orderOf(quote).orderData.output;
    // A dollar of ether at 2000 dollars.
    expect(payments[1]).toEqual({
      recipient: testPayer,
      currency: zeroAddress,
      minimumAmount: '500000000000000',
      expectedAmount: '500000000000000',
    });
    const plain = await bench().quote(toUsdc);
    const dearer =
      BigInt(plain.details.currencyOut.amount) - BigInt(quote.details.currencyOut.amount);
    expect(dearer).toBe(1_000_000n);
    expect(BigInt(quote.fees.relayerGas.amount) - BigInt(plain.fees.relayerGas.amount)).toBe(
      1_000_000n,
    );
  });

  it('is worth the default where the request does not say', async () => {
    const quote = await bench().quote({ ...toUsdc, topupGas: true });
    // 2000000 / 100000 = 20 dollars.
    expect(orderOf(quote).orderData.output.payments[1]?.expectedAmount).toBe('10000000000000000');
  });

  it('is part of what a sponsor pays', async () => {
    const made = bench({}, [], {
      sponsors: { acme: 100_000_000n },
      context: { apiKeyId: 'key_1', sponsor: 'acme' },
    });
    const quote = await made.quote({ ...ask, subsidizeFees: true });
    expect(quote.details.currencyOut.amount).toBe(toUsdc.amount);
    expect(BigInt(quote.fees.subsidized.amount)).toBeGreaterThan(1_000_000n);
  });

  it('is nothing where native currency is paid anyway', async () => {
    const quote = await bench().quote({ ...toEth, topupGas: true });
    expect(orderOf(quote).orderData.output.payments).toHaveLength(1);
  });

  it('is refused above what the policy allows, and where the solver does not hold it', async () => {
    await expect(bench().quoteText({ ...ask, topupGasAmount: '5000001' })).rejects.toMatchObject({
      code: 'AMOUNT_TOO_HIGH',
    });
    await expect(bench({ balance: 400_000_000_000_000n }).quoteText(ask)).rejects.toMatchObject({
      code: 'INSUFFICIENT_LIQUIDITY',
    });
  });
});

describe('a fixed rate', () => {
  it.each([
    { txs: [mint] },
    { topupGas: true },
    { authorizationList: [authorization] },
  ] satisfies Partial<QuoteRequest['body']>[])('goes with none of it: %j', async (change) => {
    const made = bench({}, [], { context: { apiKeyId: 'key_1', rights: ['fixed-rate'] } });
    await expect(made.quoteText({ ...toUsdc, fixedRate: '1', ...change })).rejects.toMatchObject({
      code: 'UNSUPPORTED_FEATURE',
    });
  });
});
