import type { QuoteBody } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { request, stranger, user } from '../../test/fixtures.js';
import { readExpectedQuote, type ExpectedQuote } from './expectedQuote.js';

const bare: QuoteBody = { user, originChainId: 8453, destinationChainId: 10, amount: '5' };
const zero = '0x0000000000000000000000000000000000000000';

describe('a request', () => {
  it('has defaults that give nothing away', () => {
    expect(readExpectedQuote(bare)).toEqual({
      user,
      recipient: user,
      refundTo: [user, user],
      originChainId: 8453,
      destinationChainId: 10,
      originCurrency: zero,
      destinationCurrency: zero,
      amount: 5n,
      tradeType: 'EXACT_INPUT',
      slippageBps: undefined,
      lateBps: 0n,
      calls: [],
      appFees: [],
      topupGas: false,
      originSwaps: true,
      forceSolver: false,
      givesSurplus: false,
      useDepositAddress: false,
      direct: false,
      recoveryAddress: undefined,
      usePermit: false,
      permitExpirySeconds: 600,
      wantsSignature: false,
    });
  });

  it.each<[keyof QuoteBody, Partial<QuoteBody>, Partial<ExpectedQuote>]>([
    ['recipient', { recipient: stranger }, { recipient: stranger, refundTo: [stranger, user] }],
    ['refundTo', { refundTo: stranger }, { refundTo: [stranger] }],
    ['slippageTolerance', { slippageTolerance: '10000' }, { slippageBps: 10_000n }],
    ['latePaymentSlippageTolerance', { latePaymentSlippageTolerance: '7' }, { lateBps: 7n }],
    ['topupGas', { topupGas: true }, { topupGas: true }],
    ['disableOriginSwaps', { disableOriginSwaps: true }, { originSwaps: false }],
    ['disableOriginSwaps', { disableOriginSwaps: false }, { originSwaps: true }],
    ['forceSolverExecution', { forceSolverExecution: true }, { forceSolver: true }],
    ['useDepositAddress', { useDepositAddress: true }, { useDepositAddress: true }],
    ['explicitDeposit', { explicitDeposit: false }, { direct: true }],
    ['explicitDeposit', { explicitDeposit: true }, { direct: false }],
    ['recoveryAddress', { recoveryAddress: stranger }, { recoveryAddress: stranger }],
    ['usePermit', { usePermit: true }, { usePermit: true }],
    ['permitExpiry', { permitExpiry: 60 }, { permitExpirySeconds: 60 }],
    ['includeProtocolData', { includeProtocolData: true }, { wantsSignature: true }],
  ])('is read with its %s', (_, body, expected) => {
    expect(readExpectedQuote({ ...bare, ...body })).toMatchObject(expected);
  });

  it.each<[Partial<QuoteBody>, boolean]>([
    [{ tradeType: 'EXACT_OUTPUT', enableTrueExactOutput: true }, true],
    [{ tradeType: 'EXACT_OUTPUT', enableTrueExactOutput: false }, false],
    [{ tradeType: 'EXACT_OUTPUT' }, false],
    [{ tradeType: 'EXPECTED_OUTPUT', enableTrueExactOutput: true }, false],
    [{ enableTrueExactOutput: true }, false],
    [{}, false],
  ])('of %o gives the surplus of an exact output to the solver: %s', (body, givesSurplus) => {
    expect(readExpectedQuote({ ...bare, ...body }).givesSurplus).toBe(givesSurplus);
  });

  it.each<Partial<QuoteBody>>([
    { amount: '1.5' },
    { amount: '-1' },
    { slippageTolerance: '10001' },
    { slippageTolerance: '1.5' },
    { latePaymentSlippageTolerance: '10001' },
    { latePaymentSlippageTolerance: '' },
  ])('is refused with %o', (body) => {
    expect(() => readExpectedQuote({ ...request, ...body })).toThrow(
      expect.objectContaining({
        message: 'The quote was refused (request): an amount or a slippage tolerance is no number.',
        hint: 'Pass the body of the request.',
        context: { check: 'request' },
      }),
    );
  });
});
