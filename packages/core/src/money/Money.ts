import { PortageError } from '../errors/portageError.js';
import { mulDivDown, mulDivUp } from './mulDiv.js';

export { mulDivDown, mulDivUp, wholeBps } from './mulDiv.js';
export { split } from './split.js';

/**
 * Decimals of a basis point that app fees are counted with: more than the 24 characters of a fee
 * can write, so that every fee is kept as it was given (docs/spec/quote.md#appFees-fee).
 */
export const appFeeDecimals = 24;

/** All of an input, in basis points times 10^24. */
export const wholeBpsE24 = 10_000_000_000_000_000_000_000_000_000n;

/** Micro-USD in one USD: USD amounts are integers of 1e-6 USD everywhere inside. */
export const microUsdPerUsd = 1_000_000n;

/** `topupGasAmount` counts 100000 to the dollar (docs/spec/quote.md#topupGasAmount). */
export const topupUnitsPerUsd = 100_000n;

/**
 * `10^n`, from a table for the decimals that currencies have.
 *
 * @example
 * ```ts
 * Money.pow10(6); // 1_000_000n
 * ```
 */
export function pow10(n: number): bigint {
  return powersOfTen[n] ?? 10n ** BigInt(n);
}

const powersOfTen: readonly bigint[] = Array.from({ length: 37 }, (_, n) => 10n ** BigInt(n));

/**
 * Divisor of an amount times a price that gives micro-USD: the same for every amount of a
 * currency.
 */
function usdScale(decimals: number): bigint {
  return usdScales[decimals] ?? pow10(decimals) * microUsdPerUsd;
}

const usdScales: readonly bigint[] = powersOfTen.map((power) => power * microUsdPerUsd);

/**
 * Prints an integer of smallest units as a decimal number, without trailing zeros.
 *
 * @example
 * ```ts
 * Money.format(1_500_000n, 6); // "1.5"
 * ```
 */
export function format(amount: bigint, decimals: number): string {
  if (amount === 0n) return '0';
  if (amount < 0n) return `-${format(-amount, decimals)}`;
  const digits = amount.toString();
  if (decimals === 0) return digits;
  const padded = digits.length > decimals ? digits : digits.padStart(decimals + 1, '0');
  const split = padded.length - decimals;
  let end = padded.length;
  while (end > split && padded.charCodeAt(end - 1) === 48) end -= 1;
  return end === split
    ? padded.slice(0, split)
    : `${padded.slice(0, split)}.${padded.slice(split, end)}`;
}

/**
 * Reads a decimal number into an integer of smallest units; more fraction digits than the currency
 * has are refused.
 *
 * @throws PortageError `INVALID_REQUEST`
 * @example
 * ```ts
 * Money.parse('1.5', 6); // 1_500_000n
 * ```
 */
export function parse(text: string, decimals: number): bigint {
  const match = /^(\d{1,78})(?:\.(\d{1,78}))?$/.exec(text);
  const fraction = match?.[2] ?? '';
  if (match?.[1] === undefined || fraction.length > decimals) {
    throw new PortageError('INVALID_REQUEST', {
      message: `"${text.slice(0, 100)}" is not an amount with at most ${String(decimals)} decimals.`,
    });
  }
  return BigInt(match[1] + fraction.padEnd(decimals, '0'));
}

/**
 * Prints micro-USD with its six decimals, as every USD string on the wire.
 *
 * @example
 * ```ts
 * Money.formatUsd(1_500_000n); // "1.500000"
 * ```
 */
export function formatUsd(microUsd: bigint): string {
  if (microUsd === 0n) return '0.000000';
  const negative = microUsd < 0n;
  const text = (negative ? -microUsd : microUsd).toString();
  const digits = text.length > 6 ? text : text.padStart(7, '0');
  const split = digits.length - 6;
  return `${negative ? '-' : ''}${digits.slice(0, split)}.${digits.slice(split)}`;
}

/**
 * The price of one whole unit of a currency, in micro-USD scaled by 1e6 more for currencies worth
 * less than a cent.
 */
export interface Price {
  /** USD per whole unit, times 1e12. */
  readonly usdE12: bigint;
}

/**
 * Value of an amount in micro-USD, rounded down.
 *
 * @example
 * ```ts
 * Money.usdDown(10n ** 18n, 18, { usdE12: 2_500n * 10n ** 12n }); // 2_500_000_000n: 2500 USD
 * ```
 */
export function usdDown(amount: bigint, decimals: number, price: Price): bigint {
  return mulDivDown(amount, price.usdE12, usdScale(decimals));
}

/**
 * Value of an amount in micro-USD, rounded up.
 *
 * @example
 * ```ts
 * Money.usdUp(1n, 18, { usdE12: 2_500n * 10n ** 12n }); // 1n: never less than it is worth
 * ```
 */
export function usdUp(amount: bigint, decimals: number, price: Price): bigint {
  return mulDivUp(amount, price.usdE12, usdScale(decimals));
}

/**
 * Amount of a currency that a value in micro-USD buys, rounded down.
 *
 * @example
 * ```ts
 * Money.fromUsdDown(2_500_000_000n, 18, { usdE12: 2_500n * 10n ** 12n }); // 10n ** 18n
 * ```
 */
export function fromUsdDown(microUsd: bigint, decimals: number, price: Price): bigint {
  return mulDivDown(microUsd, usdScale(decimals), price.usdE12);
}

/**
 * Amount of a currency that costs a value in micro-USD, rounded up.
 *
 * @example
 * ```ts
 * Money.fromUsdUp(1n, 6, { usdE12: 3n * 10n ** 12n }); // 1n: never less than it costs
 * ```
 */
export function fromUsdUp(microUsd: bigint, decimals: number, price: Price): bigint {
  return mulDivUp(microUsd, usdScale(decimals), price.usdE12);
}

/** Decimals and price of a currency. */
export interface PricedAsset {
  readonly decimals: number;
  readonly price: Price;
}

/**
 * Converts an amount between currencies at their prices, rounded down: what the payee of a
 * conversion gets.
 *
 * @example
 * ```ts
 * const eth = { decimals: 18, price: { usdE12: 2_500n * 10n ** 12n } };
 * const usdc = { decimals: 6, price: { usdE12: 10n ** 12n } };
 * Money.convertDown(10n ** 18n, eth, usdc); // 2_500_000_000n
 * ```
 */
export function convertDown(amount: bigint, from: PricedAsset, to: PricedAsset): bigint {
  return mulDivDown(
    amount,
    from.price.usdE12 * pow10(to.decimals),
    to.price.usdE12 * pow10(from.decimals),
  );
}

/**
 * Converts an amount between currencies at their prices, rounded up: what the payer of a conversion
 * owes.
 *
 * @example
 * ```ts
 * const eth = { decimals: 18, price: { usdE12: 2_500n * 10n ** 12n } };
 * const usdc = { decimals: 6, price: { usdE12: 10n ** 12n } };
 * Money.convertUp(1n, eth, usdc); // 1n
 * ```
 */
export function convertUp(amount: bigint, from: PricedAsset, to: PricedAsset): bigint {
  return mulDivUp(
    amount,
    from.price.usdE12 * pow10(to.decimals),
    to.price.usdE12 * pow10(from.decimals),
  );
}
