import { PortageError, zeroAddress, type Step } from '@portage/core';
import type { DirectDeposits, DirectPayment } from '@portage/core/plugin';
import { describe, expect, it } from 'vitest';
import { stuck, testChains, usdcToken } from '../test/chains.js';
import { createQuoterHarness, testPayer } from '../test/quoterHarness.js';
import { testSwaps } from '../test/swaps.js';

/** Direct deposits of a test chain, with what it was asked. */
function testDirect(refusal?: PortageError) {
  const asked: DirectPayment[] = [];
  const direct: DirectDeposits = {
    takes: (currency) => currency !== zeroAddress,
    confirm: (payment) => {
      asked.push(payment);
      return refusal === undefined ? Promise.resolve() : Promise.reject(refusal);
    },
    steps: ({ orderId }): readonly Step[] => [
      {
        id: 'deposit',
        action: 'Confirm',
        description: 'Send',
        kind: 'transaction',
        items: [{ status: 'incomplete', data: { orderId } }],
      },
    ],
  };
  return { direct, asked };
}

const body = {
  user: testPayer,
  originCurrency: usdcToken.base,
  destinationCurrency: usdcToken.optimism,
  amount: '60000000',
  explicitDeposit: false,
};

describe('a direct transfer to the depository', () => {
  it('pays the same order by one step, after the chain was asked about the payer', async () => {
    const { direct, asked } = testDirect();
    const { quote, saved } = createQuoterHarness({ chains: testChains({ base: { direct } }) });
    const answer = await quote(body);
    const explicit = await quote({ ...body, explicitDeposit: true });
    expect(asked).toEqual([{ currency: usdcToken.base, payer: testPayer }]);
    expect(answer.steps).toHaveLength(1);
    expect(answer.steps[0]!.items[0]!.data['orderId']).toBe(answer.protocol.v2!.orderId);
    expect(answer.details.currencyOut).toEqual(explicit.details.currencyOut);
    expect(answer.protocol.v2!.paymentDetails).toEqual(explicit.protocol.v2!.paymentDetails);
    expect(saved.map(({ orderData }) => orderData === undefined)).toEqual([false, false]);
    // It saves the gas of an approval and of a call.
    expect(BigInt(answer.fees.gas.amount)).toBeLessThan(BigInt(explicit.fees.gas.amount));
  });

  it.each([
    ['native currency', { originCurrency: zeroAddress, amount: '1000000000000000000' }],
    ['a swap before it', { originCurrency: stuck }],
  ])('is a call of the depository as ever with %s', async (_, changes) => {
    const { direct, asked } = testDirect();
    const { quote } = createQuoterHarness({
      chains: testChains({ base: { direct, swaps: testSwaps() } }),
    });
    const { steps } = await quote({ ...body, ...changes });
    const { steps: explicit } = await quote({ ...body, ...changes, explicitDeposit: true });
    expect(steps.map(({ id }) => id)).toEqual(explicit.map(({ id }) => id));
    expect(asked).toEqual([]);
  });

  it('is a call of the depository as ever on a chain that takes none', async () => {
    const { quote } = createQuoterHarness();
    const { fees } = await quote(body);
    expect(fees).toEqual((await quote({ ...body, explicitDeposit: true })).fees);
  });

  it('is refused by name where it would not be recognised, as from a payer with code', async () => {
    const refusal = new PortageError('UNSUPPORTED_FEATURE', { message: 'It has code.' });
    const { direct } = testDirect(refusal);
    const { quote } = createQuoterHarness({ chains: testChains({ base: { direct } }) });
    await expect(quote(body)).rejects.toBe(refusal);
  });

  it('is no matter for what the payer does alone', async () => {
    const { quote } = createQuoterHarness({ chains: testChains({ base: { swaps: testSwaps() } }) });
    const answer = await quote({ ...body, destinationChainId: 8453, destinationCurrency: stuck });
    expect(answer.steps.at(-1)!.id).toBe('swap');
  });
});
