import { isPortageError } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { countPayments } from './countPayments.js';

const balance = {
  parts: [500n, 200n, 3n],
  amount: 703n,
  fee: 5n,
  asset: { decimals: 2, symbol: 'USDC' },
};

/** Number of payments, or the code and message of what is refused. */
function count(amount: bigint, changes: Partial<typeof balance> = {}): unknown {
  try {
    return countPayments({ ...balance, ...changes }, amount);
  } catch (error) {
    return isPortageError(error) ? [error.code, error.message, error.hint] : error;
  }
}

describe('the payments of a withdrawal', () => {
  it.each([
    [6n, 1],
    [500n, 1],
    [506n, 2],
    [700n, 2],
  ])('make up %s', (amount, payments) => {
    expect(count(amount)).toBe(payments);
  });

  it('leave out what is not worth its gas, and say what can be withdrawn', () => {
    expect(count(703n)).toEqual([
      'AMOUNT_TOO_LOW',
      'Gas may take 0.05 USDC (5 smallest units) of each payment, and 0.03 USDC (3 smallest units) of the balance are in payments of less.',
      'Withdraw 7 USDC (700 smallest units) or less.',
    ]);
    expect(count(703n, { fee: 2n })).toBe(3);
    expect(count(1n, { fee: 500n })).toMatchObject([
      'AMOUNT_TOO_LOW',
      expect.any(String),
      'Wait for cheaper gas.',
    ]);
  });

  it('are no more than the ledger says', () => {
    expect(count(600n, { amount: 550n })).toEqual([
      'INSUFFICIENT_FUNDS',
      'The owner can withdraw 5.5 USDC (550 smallest units) now.',
      expect.any(String),
    ]);
    expect(count(550n, { amount: 550n })).toBe(2);
  });

  it('are each worth their gas', () => {
    expect(count(503n)).toEqual([
      'AMOUNT_TOO_LOW',
      'Gas may take 0.05 USDC (5 smallest units) of each payment, and the last one would be 0.03 USDC (3 smallest units).',
      'Withdraw 5 USDC (500 smallest units) or less, or 5.06 USDC (506 smallest units) or more.',
    ]);
    expect(count(5n)).toEqual([
      'AMOUNT_TOO_LOW',
      'Gas may take 0.05 USDC (5 smallest units) of each payment, and the last one would be 0.05 USDC (5 smallest units).',
      'Withdraw 0.06 USDC (6 smallest units) or more.',
    ]);
  });
});
