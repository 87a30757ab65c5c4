import { describe, expect, test } from 'vitest';
import { refundedAmount } from './refundedAmount.js';

type Facts = Parameters<typeof refundedAmount>[0];
type Refund = Pick<Facts['transactions'][number], 'role' | 'chainId' | 'currency' | 'amount'>;

const wire = {
  chainId: 1,
  address: 'dollar',
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  metadata: { logoURI: '', verified: true },
};
const ether = { ...wire, address: 'ether', symbol: 'ETH', decimals: 18 };
const priced = (currency: typeof wire, usd: bigint) => ({
  id: currency.symbol,
  text: '',
  wire: currency,
  rate: { decimals: currency.decimals, price: { usdE12: usd * 10n ** 12n } },
});
const [dollars, ethers] = [priced(wire, 1n), priced(ether, 2_500n)];
const currencies = {
  input: ethers,
  deposit: dollars,
  inventory: dollars,
  output: dollars,
  originNative: ethers,
};

function refunded(status: Facts['request']['status'], ...transactions: readonly Refund[]) {
  const facts = { request: { status }, transactions } as unknown as Facts;
  return refundedAmount(facts, { currencies });
}

const back = { role: 'refund', chainId: 1, currency: 'dollar', amount: 24_500_000n } as const;

describe('what a request paid back', () => {
  test.each(['waiting', 'depositing', 'pending', 'submitted', 'success', 'failure'] as const)(
    'is told of no %s',
    (status) => {
      expect(refunded(status, back)).toBeUndefined();
    },
  );

  test('is what the chain saw, not what was quoted', () => {
    expect(refunded('refund', { ...back, role: 'deposit', amount: 25_000_000n }, back)).toEqual({
      currency: wire,
      amount: '24500000',
      amountFormatted: '24.5',
      amountUsd: '24.500000',
      minimumAmount: '24500000',
    });
  });

  test('is the sum of what went back in one currency', () => {
    const ofEther = { ...back, currency: 'ether', amount: 5n };
    expect(refunded('refund', back, { ...back, amount: 1n }, ofEther)?.amount).toBe('24500001');
  });

  test('has the currency that went back', () => {
    const ofEther = { ...back, currency: 'ether', amount: 10n ** 16n };
    expect(refunded('refund', ofEther)).toMatchObject({
      currency: { symbol: 'ETH' },
      amountFormatted: '0.01',
      amountUsd: '25.000000',
    });
  });

  test('is left out until a block holds it, and of a currency that the quote does not have', () => {
    expect(refunded('refund')).toBeUndefined();
    expect(refunded('refund', { ...back, currency: 'other' })).toBeUndefined();
    expect(refunded('refund', { ...back, chainId: 2 })).toBeUndefined();
  });
});
