import { Money } from '@portage/core';

/** What the least deposit follows from: the order as it is quoted. */
export interface DepositTerms {
  /** Origin currency. */
  readonly amountIn: bigint;
  /** What the user pays of the fees, origin currency. */
  readonly fee: bigint;
  /** Destination currency. */
  readonly amountOut: bigint;
  readonly minimumOut: bigint;
}

/**
 * The least deposit for which an order is still filled, where a swap before it may bring less than
 * was quoted: the fees stay what they are, and what is left after them is filled in proportion,
 * down to the minimum.
 */
export function leastDeposit({ amountIn, fee, amountOut, minimumOut }: DepositTerms): bigint {
  const least = minimumOut > 0n ? minimumOut : 1n;
  return fee + Money.mulDivUp(least, amountIn - fee, amountOut);
}
