import { describe, expect, it } from 'vitest';
import {
  isAmount,
  microUsd,
  parseUnits,
  shortAmount,
  shortUnits,
  shortUsd,
  usd,
} from './amounts.js';

describe('amounts for people', () => {
  it.each([
    ['0', '0'],
    ['1', '1'],
    ['0.000000123456789', '0.0000001234'],
    ['0.1000', '0.1'],
    ['1234.56789', '1,234.56'],
    ['1234567.0000001', '1,234,567'],
    ['12.3456789', '12.3456'],
  ])('shows %s as %s', (text, shown) => {
    expect(shortAmount(text)).toBe(shown);
  });

  it('shortens towards zero, so that nobody reads more than there is', () => {
    expect(shortUnits(1_999_999n, 6)).toBe('1.99999');
    expect(shortUnits(99_999_999_999n, 6)).toBe('99,999.99');
  });

  it.each([
    ['2500.000000', '$2,500.00'],
    ['0.019999', '$0.01'],
    ['0.000900', '<$0.01'],
    ['0.000000', '$0.00'],
    ['-1.5', '−$1.50'],
    ['3', '$3.00'],
  ])('shows USD %s as %s', (text, shown) => {
    expect(usd(text)).toBe(shown);
  });

  it.each([
    ['999999.99', '$999,999.99'],
    ['1476000223.28', '$1.48B'],
    ['2500000', '$2.5M'],
  ])('shows much USD %s in few letters as %s', (text, shown) => {
    expect(shortUsd(text)).toBe(shown);
  });

  it.each(['', '.', '-1', '1e3', '0x1', '1,5', '1.1234567'])(
    '"%s" is no amount of USDC',
    (text) => {
      expect(isAmount(text, 6)).toBe(false);
      expect(parseUnits(text, 6)).toBeUndefined();
    },
  );

  it('reads what people type half-way', () => {
    expect([parseUnits('1.', 6), parseUnits('.5', 6), parseUnits('0.0', 6)]).toEqual([
      1_000_000n,
      500_000n,
      undefined,
    ]);
  });

  it('reads USD to the millionth', () => {
    expect([microUsd('2500.1234567'), microUsd('-0.5')]).toEqual([2_500_123_456n, -500_000n]);
  });
});
