import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refundAmount } from './refundAmount.js';

const side = (decimals: number, usd: bigint) => ({ decimals, price: { usdE12: usd * 10n ** 12n } });

describe('refundAmount', () => {
  it('takes the gas off, rounded against the payer', () => {
    expect(refundAmount(1_000n, 300n, 0n)).toBe(700n);
    expect(
      refundAmount(1_000_000n, 1n, 0n, { native: side(18, 2_000n), currency: side(6, 1n) }),
    ).toBe(999_999n);
  });

  it('pays nothing when nothing is left or less than the minimum', () => {
    expect(refundAmount(300n, 300n, 0n)).toBeUndefined();
    expect(refundAmount(1_000n, 300n, 701n)).toBeUndefined();
    expect(refundAmount(1_000n, 300n, 700n)).toBe(700n);
  });

  it('O2: is never more than what came in, and never less than the gas warrants by more than a unit', () => {
    const usd = fc.bigInt(1n, 100_000n);
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 30n),
        fc.bigInt(0n, 10n ** 24n),
        fc.integer({ min: 0, max: 18 }),
        usd,
        usd,
        (gross, gas, decimals, native, currency) => {
          const amount = refundAmount(gross, gas, 0n, {
            native: side(18, native),
            currency: side(decimals, currency),
          });
          if (amount === undefined) return;
          expect(amount > 0n && amount <= gross).toBe(true);
          const cost = gross - amount;
          // cost ≥ gas in value, and one unit less would be below it.
          const worth = (units: bigint): bigint => units * currency * 10n ** BigInt(18 - decimals);
          expect(worth(cost) >= gas * native).toBe(true);
          expect(cost === 0n || worth(cost - 1n) < gas * native).toBe(true);
        },
      ),
    );
  });
});
