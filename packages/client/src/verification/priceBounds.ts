import type { Quote } from '@portage/core';

/** Amount in smallest units: digits, or a bigint. */
export type Amount = string | bigint;

/** Amount of a currency, to be valued by a price source of the app. */
export interface ValuedAmount {
  readonly chainId: number;
  /** Address of the currency. */
  readonly address: string;
  /** Smallest units. */
  readonly amount: bigint;
}

/** Bounds of a price, and the caller's own look at it. */
export interface PriceBounds {
  /** Most that is paid, in smallest units of the origin currency. Network fees are not counted. */
  readonly maxAmountIn?: Amount | undefined;
  /** Least that the quote has to promise, in smallest units of the destination currency. */
  readonly minAmountOut?: Amount | undefined;
  /**
   * Largest loss in basis points, from what is paid to the least that is promised. Fees and the
   * slippage tolerance are part of it. Needs `valueUsd`.
   */
  readonly maxLossBps?: number | undefined;
  /** Value of an amount in USD, by a source that the app trusts rather than the service. */
  readonly valueUsd?: ((amount: ValuedAmount) => number | Promise<number>) | undefined;
  /**
   * Called with the verified quote before anything is signed. Throw, or abort the signal, to
   * decline it.
   */
  readonly onQuote?: ((quote: Quote) => void | Promise<void>) | undefined;
}

/** Members of which at least one has to be there. */
type Bounding =
  | { readonly maxAmountIn: Amount }
  | { readonly minAmountOut: Amount }
  | { readonly maxLossBps: number; readonly valueUsd: NonNullable<PriceBounds['valueUsd']> }
  | { readonly onQuote: NonNullable<PriceBounds['onQuote']> };

/**
 * Price that the caller consents to. An exact input needs `minAmountOut`, the other trade types
 * need `maxAmountIn`. `maxLossBps` with `valueUsd`, or `onQuote`, does for all of them.
 */
export type PriceConsent = PriceBounds & Bounding;
