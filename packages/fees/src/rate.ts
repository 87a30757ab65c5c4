import { Money } from '@portage/core';

const rateDecimals = 18;

/** An amount with the decimals of its currency. */
export interface ScaledAmount {
  readonly amount: bigint;
  readonly decimals: number;
}

/**
 * Rate of a quote: whole units of the output for one whole unit of the input, truncated to 18
 * decimals. It is "0" for an input of zero.
 *
 * @example
 * ```ts
 * rate({ amount: 10n ** 18n, decimals: 18 }, { amount: 2_312_305_224n, decimals: 6 });
 * // "2312.305224"
 * ```
 */
export function rate(input: ScaledAmount, output: ScaledAmount): string {
  if (input.amount === 0n) return '0';
  const scaled = output.amount * Money.pow10(rateDecimals + input.decimals);
  return Money.format(scaled / (input.amount * Money.pow10(output.decimals)), rateDecimals);
}
