import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Money } from '../index.js';

const amounts = fc.bigInt({ min: 0n, max: 2n ** 200n });
const decimals = fc.integer({ min: 0, max: 36 });
const prices = fc.bigInt({ min: 1n, max: 10n ** 20n }).map((usdE12) => ({ usdE12 }));

describe('format and parse', () => {
  test('print without trailing zeros', () => {
    expect(Money.format(1_500_000n, 6)).toBe('1.5');
    expect(Money.format(1n, 18)).toBe('0.000000000000000001');
    expect(Money.format(-20n, 1)).toBe('-2');
    expect(Money.format(0n, 6)).toBe('0');
  });

  test('are inverse to each other', () => {
    fc.assert(
      fc.property(
        amounts,
        decimals,
        (amount, places) => Money.parse(Money.format(amount, places), places) === amount,
      ),
    );
  });

  test('refuse more digits than the currency has', () => {
    expect(() => Money.parse('1.0000001', 6)).toThrow(/at most 6 decimals/);
    for (const text of ['', '.', '1.', '.5', '-1', '1e3', ' 1'])
      expect(() => Money.parse(text, 6)).toThrow();
  });
});

describe('formatUsd', () => {
  test('always shows six decimals', () => {
    expect(Money.formatUsd(0n)).toBe('0.000000');
    expect(Money.formatUsd(-1n)).toBe('-0.000001');
    expect(Money.formatUsd(210_438_616n)).toBe('210.438616');
  });
});

describe('rounding', () => {
  test('up and down differ by at most one and never favour the payer', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.bigInt({ min: 1n, max: 2n ** 200n }), (a, b, c) => {
        const down = Money.mulDivDown(a, b, c);
        const up = Money.mulDivUp(a, b, c);
        return down * c <= a * b && up * c >= a * b && up - down <= 1n;
      }),
    );
  });

  test('C5: a round trip between currencies never creates value', () => {
    fc.assert(
      fc.property(
        amounts,
        decimals,
        decimals,
        prices,
        prices,
        (amount, fromDecimals, toDecimals, fromPrice, toPrice) => {
          const from = { decimals: fromDecimals, price: fromPrice };
          const to = { decimals: toDecimals, price: toPrice };
          return (
            Money.convertDown(Money.convertDown(amount, from, to), to, from) <= amount &&
            Money.convertUp(Money.convertUp(amount, from, to), to, from) >= amount
          );
        },
      ),
    );
  });
});
