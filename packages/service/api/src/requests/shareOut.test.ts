import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOut } from './shareOut.js';

const currency = (symbol: string, decimals: number) => ({
  chainId: 10,
  address: '0x',
  symbol,
  name: symbol,
  decimals,
  metadata: { logoURI: '', verified: true },
});
const [eth, usdc] = [currency('ETH', 18), currency('USDC', 6)];

test('puts amounts back wherever they are named by number', () => {
  const stored = {
    currencies: [eth, usdc],
    amounts: [
      [1, '-2500000', '-2.500000'],
      [0, '5', '0.000000', '4'],
    ],
    fee: [0],
    list: [{ of: [1] }, 'x'],
    seconds: 4,
  };
  expect(shareOut(stored)).toEqual({
    fee: {
      currency: usdc,
      amount: '-2500000',
      amountFormatted: '-2.5',
      amountUsd: '-2.500000',
      minimumAmount: '-2500000',
    },
    list: [
      {
        of: {
          currency: eth,
          amount: '5',
          amountFormatted: '0.000000000000000005',
          amountUsd: '0.000000',
          minimumAmount: '4',
        },
      },
      'x',
    ],
    seconds: 4,
  });
});

test('leaves a number without an amount out, and terms with broken tables as they are', () => {
  expect(shareOut({ currencies: [eth], amounts: [[7, '5', '0']], fee: [0], other: [3] })).toEqual(
    {},
  );
  const broken = { currencies: [eth], amounts: [['5']], fee: [0] };
  expect(shareOut(broken)).toBe(broken);
});

test('leaves everything without tables as it is', () => {
  fc.assert(
    fc.property(
      fc
        .jsonValue()
        .filter((value) => typeof value !== 'object' || value === null || !('currencies' in value)),
      (value) => shareOut(value) === value,
    ),
  );
});
