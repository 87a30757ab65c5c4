/**
 * An amount in whole units, without trailing zeros, for messages. It is written here because
 * `Money.format` would bring all of `Money` to pages, whose other functions no executor needs.
 *
 * @example
 * ```ts
 * wholeUnits(1_500_000n, 6); // "1.5"
 * ```
 */
export function wholeUnits(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  let end = digits.length;
  while (end > split && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, split) + (end === split ? '' : `.${digits.slice(split, end)}`);
}
