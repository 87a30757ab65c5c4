import { Money, requestFault } from '@portage/core';

const rateDecimals = 18;

/**
 * Fixed rate: whole units of the input, and the whole units of the output that they give. Both are
 * positive and times 10^18.
 */
export interface FixedRate {
  readonly inputE18: bigint;
  readonly outputE18: bigint;
}

function readSide(text: string | undefined): bigint {
  return text !== undefined && /^\d{1,30}(?:\.\d{1,18})?$/.test(text)
    ? Money.parse(text, rateDecimals)
    : 0n;
}

/**
 * Reads `fixedRate`: whole units of the input and of the output with a colon between them.
 *
 * @throws PortageError `INVALID_REQUEST`
 * @example
 * ```ts
 * parseFixedRate('1:0.998'); // { inputE18: 10n ** 18n, outputE18: 998n * 10n ** 15n }
 * ```
 */
export function parseFixedRate(text: string): FixedRate {
  const [input, output, ...rest] = text.split(':');
  const rate = { inputE18: readSide(input), outputE18: readSide(output) };
  if (rate.inputE18 === 0n || rate.outputE18 === 0n || rest.length > 0) {
    const message = 'must be two positive numbers with a colon between them, as in "1:0.998"';
    throw requestFault('fixedRate', message);
  }
  return rate;
}

/** Decimals of the two currencies of a conversion. */
export interface RateDecimals {
  readonly input: number;
  readonly output: number;
}

/**
 * Works out the output of an input at a fixed rate, rounded down.
 *
 * @example
 * ```ts
 * applyFixedRate(1_000_000n, parseFixedRate('1:0.998'), { input: 6, output: 18 });
 * // 998n * 10n ** 15n
 * ```
 */
export function applyFixedRate(
  amountIn: bigint,
  { inputE18, outputE18 }: FixedRate,
  { input, output }: RateDecimals,
): bigint {
  return Money.mulDivDown(amountIn, outputE18 * Money.pow10(output), inputE18 * Money.pow10(input));
}

/**
 * Works out the least input that gives an output at a fixed rate.
 *
 * @example
 * ```ts
 * invertFixedRate(998n * 10n ** 15n, parseFixedRate('1:0.998'), { input: 6, output: 18 });
 * // 1_000_000n
 * ```
 */
export function invertFixedRate(
  amountOut: bigint,
  { inputE18, outputE18 }: FixedRate,
  { input, output }: RateDecimals,
): bigint {
  return Money.mulDivUp(amountOut, inputE18 * Money.pow10(input), outputE18 * Money.pow10(output));
}
