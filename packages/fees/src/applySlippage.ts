import { Money, assert } from '@portage/core';

/** What slippage leaves of an amount. */
export interface Slippage {
  /** The least that is promised: `amount - floor(amount * bps / 10000)`. */
  readonly minimumAmount: bigint;
  /** What may be missing: `amount - minimumAmount`. */
  readonly value: bigint;
}

/**
 * The least of an amount that a tolerance in basis points, 0 to 10000, leaves. The tolerance is rounded down, in favour
 * of whom the amount is promised to.
 *
 * @see FACTS section 8.1
 * @example
 * ```ts
 * applySlippage(99_950_900n, 200n); // { minimumAmount: 97_951_882n, value: 1_999_018n }
 * ```
 */
export function applySlippage(amount: bigint, bps: bigint): Slippage {
  assert(amount >= 0n && bps >= 0n && bps <= Money.BPS, 'a tolerance is between nothing and all of an amount');
  const value = Money.mulDivDown(amount, bps, Money.BPS);
  return { minimumAmount: amount - value, value };
}
