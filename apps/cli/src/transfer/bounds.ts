import type { ChainInfo, Quote, QuoteBody } from '@portage/sdk';
import { usageError } from '../usageError.js';
import { findPlace } from './currencies.js';
import { readAmount } from './readTransfer.js';

/** Bounds of a price, in whole units, and the currencies that they are in. */
export interface BoundOptions {
  readonly from: string;
  readonly to: string;
  readonly minOut?: string | undefined;
  readonly maxIn?: string | undefined;
}

/** Bounds of a price, in smallest units. */
export interface Bounds {
  readonly minAmountOut: string | undefined;
  readonly maxAmountIn: string | undefined;
}

/** Transfer whose price is bounded. */
export interface BoundedTransfer {
  readonly request: QuoteBody;
  readonly chains: readonly ChainInfo[];
  /** Whether the user is asked before anything is signed. */
  readonly isAsked: boolean;
}

/**
 * Reads the bounds of a price. Where the user is not asked, one is needed for the side that the
 * service chooses.
 *
 * @throws InvalidArgumentError
 */
export function readBounds(
  { from, to, minOut, maxIn }: BoundOptions,
  { request, chains, isAsked }: BoundedTransfer,
): Bounds {
  const [bound, option] =
    request.tradeType === 'EXACT_INPUT' ? [minOut, '--min-out'] : [maxIn, '--max-in'];
  if (bound === undefined && !isAsked)
    throw usageError(
      `Without a terminal there is no prompt for the price: give ${option} NUMBER, in whole units, as in 1.5.`,
    );
  const read = (text: string | undefined, place: string): string | undefined =>
    text === undefined ? undefined : readAmount(text, findPlace(chains, place).currency.decimals);
  return { minAmountOut: read(minOut, to), maxAmountIn: read(maxIn, from) };
}

/** The bounds; for a side without one, the amount of the quote that was shown. */
export function boundsOf(
  { details: { currencyIn, currencyOut } }: Quote,
  { minAmountOut, maxAmountIn }: Bounds,
): { readonly [Name in keyof Bounds]: string } {
  return {
    minAmountOut: minAmountOut ?? currencyOut.minimumAmount,
    maxAmountIn: maxAmountIn ?? currencyIn.amount,
  };
}
