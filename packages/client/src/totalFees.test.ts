import type { CurrencyAmount, Fees } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { makeQuote } from '../test/fixtures.js';
import { totalFees } from './totalFees.js';

async function feesOf(usd: Readonly<Record<string, string>>): Promise<Fees> {
  const { fees } = await makeQuote();
  const priced = Object.entries(usd).map(([name, amountUsd]) => [
    name,
    { ...fees.gas, amountUsd, amountFormatted: amountUsd } satisfies CurrencyAmount,
  ]);
  return { ...fees, ...(Object.fromEntries(priced) as Partial<Fees>) };
}

describe('totalFees', () => {
  it('adds up what the payer pays, and takes off what a sponsor pays', async () => {
    const fees = await feesOf({
      gas: '0.001000',
      relayer: '0.031000',
      relayerGas: '0.011000',
      relayerService: '0.020000',
      app: '0.100000',
      subsidized: '0.031000',
    });
    const { usd, words, parts } = totalFees({ fees });
    expect(usd).toBe('0.101000');
    expect(words).toBe(
      '0.101000 USD: gas of your own transactions 0.001000, gas of the payment 0.011000, ' +
        'the service 0.020000, the app 0.100000, paid by a sponsor -0.031000',
    );
    expect(parts[1]).toMatchObject({ name: 'relayerGas', amount: '0.011000 USDC' });
  });

  it('shows a reward below zero, and says where there are no fees', async () => {
    const rewarded = await feesOf({ relayerGas: '0.010000', relayerService: '-0.025000' });
    expect(totalFees({ fees: rewarded }).usd).toBe('-0.015000');
    expect(totalFees({ fees: await feesOf({}) })).toEqual({
      usd: '0.000000',
      parts: [],
      words: 'No fees.',
    });
  });
});
