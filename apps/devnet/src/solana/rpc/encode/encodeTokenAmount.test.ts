import { expect, test } from 'vitest';
import { encodeTokenAmount } from './encodeTokenAmount.js';

test.each([
  [0n, 6, '0', 0],
  [1n, 6, '0.000001', 0.000001],
  [1_500_000n, 6, '1.5', 1.5],
  [2_000_000n, 6, '2', 2],
  [7n, 0, '7', 7],
  [18_446_744_073_709_551_615n, 9, '18446744073.709551615', 18_446_744_073.709551615],
])('%s with %i decimals is %s', (amount, decimals, uiAmountString, uiAmount) => {
  expect(encodeTokenAmount(amount, decimals)).toEqual({
    amount: amount.toString(),
    decimals,
    uiAmount,
    uiAmountString,
  });
});
