import { Money, assert } from '@portage/core';
import { percentE2 } from './percent.js';

/** What slippage leaves of an amount. */
export interface Slippage {
  /** The least that is promised: `amount - floor(amount * bps / 10000)`. */
  readonly minimumAmount: bigint;
  /** What may be missing: `amount - minimumAmount`. */
  readonly value: bigint;
}

/**
 * The least of an amount that a tolerance in basis points, 0 to 10000, leaves. The tolerance is
 * rounded down, in favour of whom the amount is promised to.
 *
 * @example
 * ```ts
 * applySlippage(99_950_900n, 200n); // { minimumAmount: 97_951_882n, value: 1_999_018n }
 * ```
 */
export function applySlippage(amount: bigint, bps: bigint): Slippage {
  assert(
    amount >= 0n && bps >= 0n && bps <= Money.wholeBps,
    'a tolerance is between nothing and all of an amount',
  );
  const value = Money.mulDivDown(amount, bps, Money.wholeBps);
  return { minimumAmount: amount - value, value };
}

/** What slippage may take, as `details.slippageTolerance` shows it. */
export interface SlippageShown {
  readonly value: bigint;
  /** Hundredths of a percent, truncated. */
  readonly percentE2: bigint;
  /** Follows the truncated percent, not the value. */
  readonly microUsd: bigint;
}

/**
 * What may be missing of an amount, as quotes show it.
 *
 * @example
 * ```ts
 * showSlippage({ amount: 10_000n, minimumAmount: 9_801n, microUsd: 210_438_616n }); // 1.99 %: microUsd 4_187_728n
 * ```
 */
export function showSlippage(shown: {
  readonly amount: bigint;
  readonly minimumAmount: bigint;
  readonly microUsd: bigint;
}): SlippageShown {
  const value = shown.amount - shown.minimumAmount;
  const percent = percentE2(value, shown.amount);
  return {
    value,
    percentE2: percent,
    microUsd: Money.mulDivDown(shown.microUsd, percent, Money.wholeBps),
  };
}
