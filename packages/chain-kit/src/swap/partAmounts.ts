import { Money } from '@portage/core';
import type { SwapPart, SwapQuote, SwapTerms } from '@portage/core/chain';

/** Amounts that one part of a swap is carried out with, in smallest units. */
export interface PartAmounts {
  /** Input of an exact input, output of an exact output. */
  readonly amount: bigint;
  /** Least output of an exact input, most input of an exact output. */
  readonly limit: bigint;
}

/**
 * Amounts of a part. Its limit is its share of the whole one, rounded so that all parts together
 * are never laxer: up for an output, down for an input. Pure.
 *
 * @example
 * ```ts
 * const quote = { type: 'EXACT_INPUT', amountIn: 100n, amountOut: 90n } as const;
 * partAmounts(quote, { amountIn: 50n, amountOut: 45n }, { limit: 89n }); // limit: 45n
 * ```
 */
export function partAmounts(
  { type, amountIn, amountOut }: Pick<SwapQuote, 'type' | 'amountIn' | 'amountOut'>,
  part: Pick<SwapPart, 'amountIn' | 'amountOut'>,
  { limit }: Pick<SwapTerms, 'limit'>,
): PartAmounts {
  return type === 'EXACT_INPUT'
    ? { amount: part.amountIn, limit: Money.mulDivUp(part.amountOut, limit, amountOut) }
    : { amount: part.amountOut, limit: Money.mulDivDown(part.amountIn, limit, amountIn) };
}
