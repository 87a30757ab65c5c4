import { Money } from '@portage/core';

const rateDecimals = 18;

/** An amount with the decimals of its currency. */
export interface ScaledAmount {
  readonly amount: bigint;
  readonly decimals: number;
}

/**
 * How many whole units of the output one whole unit of the input gives, truncated to 18 decimals;
 * "0" where nothing is paid in.
 *
 * @example
 * ```ts
 * rate({ amount: 10n ** 18n, decimals: 18 }, { amount: 2_312_305_224n, decimals: 6 }); // "2312.305224"
 * ```
 */
export function rate(input: ScaledAmount, output: ScaledAmount): string {
  if (input.amount === 0n) return '0';
  const scaled = output.amount * Money.pow10(rateDecimals + input.decimals);
  return Money.format(scaled / (input.amount * Money.pow10(output.decimals)), rateDecimals);
}
