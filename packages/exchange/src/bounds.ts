import { PortageError, requestFault } from '@portage/core';

/** Highest index of an account: 2^48 − 2. */
export const accountIndexMax = 281_474_976_710_654;
/** Highest index of an API key. */
export const apiKeyIndexMax = 254;
/** Highest index of an asset; the lowest is 1. */
export const assetIndexMax = 62;
/** Highest amount of a transfer and of a fee: 2^60 − 1. */
export const amountMax: bigint = (1n << 60n) - 1n;
/** Highest nonce and time that are taken: 2^48 − 1. */
export const counterMax = 281_474_976_710_655;

/** Routes of an asset: where in an account it is. */
export const routes = { perps: 0, spot: 1 } as const;

/** Where in an account an asset is: 0 for perpetuals, 1 for spot. */
export type RouteType = (typeof routes)[keyof typeof routes];

/** Whether a value is a whole number within bounds. */
export function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
}

/** Whether a value is a route. */
export function isRoute(value: unknown): value is RouteType {
  return value === routes.perps || value === routes.spot;
}

/** Value that a bound is checked for. */
interface Bounded {
  /** Name of the member, as errors name it. */
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

/** @throws PortageError `INVALID_REQUEST` unless the value is a whole number within its bounds */
export function requireWhole(value: number, { name, min, max }: Bounded): void {
  if (!isWhole(value, min, max))
    throw requestFault(name, `is no whole number from ${min} to ${max}`);
}

/** @throws PortageError `INVALID_REQUEST` unless the amount is from `min` to 2^60 − 1 */
export function requireAmount(value: bigint, { name, min }: Pick<Bounded, 'name' | 'min'>): void {
  if (typeof value !== 'bigint' || value < BigInt(min) || value > amountMax)
    throw requestFault(name, `is no amount from ${min} to ${amountMax}`);
}

const indexPattern = /^(?:0|[1-9]\d{0,14})$/;

/**
 * Index of an account that is written in decimals, without sign, point or leading zeros.
 *
 * @throws PortageError `INVALID_ADDRESS`
 */
export function readAccountIndex(text: string): number {
  const index = indexPattern.test(text) ? Number(text) : Number.NaN;
  if (!isWhole(index, 0, accountIndexMax))
    throw new PortageError('INVALID_ADDRESS', {
      message: 'Not an account of the exchange.',
      hint: `An account is its index as a decimal number, from 0 to ${accountIndexMax}.`,
    });
  return index;
}
