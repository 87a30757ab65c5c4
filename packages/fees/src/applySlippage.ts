import { Money, assert } from '@portage/core';
import { percentE2 } from './percent.js';

/** Least amount after slippage, and the difference. */
export interface Slippage {
  /** Least amount that is promised: `amount - floor(amount * bps / 10000)`. */
  readonly minimumAmount: bigint;
  /** Amount that may be missing: `amount - minimumAmount`. */
  readonly value: bigint;
}

/**
 * Applies a slippage tolerance of 0 to 10000 basis points to an amount. The tolerance is rounded
 * down, in favour of the recipient.
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

/** Amount that slippage may take, as `details.slippageTolerance` shows it. */
export interface SlippageShown {
  readonly value: bigint;
  /** Hundredths of a percent, truncated. */
  readonly percentE2: bigint;
  /** Value of the truncated percent, not of the amount. */
  readonly microUsd: bigint;
}

/** An amount with its least amount after slippage and its value. */
export interface SlippageInput {
  readonly amount: bigint;
  readonly minimumAmount: bigint;
  readonly microUsd: bigint;
}

/**
 * Works out the amount that slippage may take, as quotes show it.
 *
 * @example
 * ```ts
 * showSlippage({ amount: 10_000n, minimumAmount: 9_801n, microUsd: 210_438_616n });
 * // 1.99%: microUsd 4_187_728n
 * ```
 */
export function showSlippage({ amount, minimumAmount, microUsd }: SlippageInput): SlippageShown {
  const value = amount - minimumAmount;
  const percent = percentE2(value, amount);
  return {
    value,
    percentE2: percent,
    microUsd: Money.mulDivDown(microUsd, percent, Money.wholeBps),
  };
}
