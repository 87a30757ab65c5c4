import { Money } from '@portage/core';

/**
 * Share in hundredths of a percent, truncated towards zero. The share of a whole of 0 is 0.
 *
 * @example
 * ```ts
 * percentE2(-1n, 3n); // -3333n: -33.33%
 * ```
 */
export function percentE2(part: bigint, whole: bigint): bigint {
  return whole === 0n ? 0n : (part * Money.wholeBps) / whole;
}

/**
 * Prints hundredths of a percent with two decimals; zero is "0".
 *
 * @example
 * ```ts
 * formatPercent(percentE2(1_999_018n, 99_950_900n)); // "1.99"
 * ```
 */
export function formatPercent(hundredths: bigint): string {
  if (hundredths === 0n) return '0';
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
