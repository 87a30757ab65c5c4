import { Money } from '@portage/core';

/** A swap, a small part of it, and the way back, in smallest units. */
export interface SwapDepth {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  /** A part of the input, small enough to move no price. */
  readonly part: bigint;
  /** Output of the part. */
  readonly partOut: bigint;
  /** Input that the output of the part buys back: both ways pay the pools' fees. */
  readonly partBack: bigint;
  /** Gas that trading in front and back costs, in the input currency. */
  readonly attackCost: bigint;
}

/** Fractions are counted in so many parts of one. */
const unit = 10n ** 18n;

/**
 * The largest slippage tolerance, in basis points, that leaves nothing to a sandwich: a trade in
 * front of a swap and back again within its block. Undefined where every tolerance does.
 *
 * To take a tolerance `s` of a swap `x`, a pool of depth `X` must be moved by `s`, which takes a
 * trade of `X·s/2` twice. It brings `s·x` and costs `s·X·f` in fees and its gas. So it never pays
 * where the impact `x/X` is below the fee `f`, and beyond it pays only above
 * `gas / (x · (1 − f·X/x))`. Rounded down.
 *
 * @example
 * ```ts
 * // 100,000 of 10 million, at a fee of 0.3%: a cent of gas protects nothing.
 * safeSlippageBps({
 *   amountIn: 100_000_000_000n, amountOut: 98_715_803_439n,
 *   part: 1_562_500_000n, partOut: 1_557_569_628n, partBack: 1_553_140_000n,
 *   attackCost: 10_000n,
 * }); // 0n
 * ```
 */
export function safeSlippageBps(depth: SwapDepth): bigint | undefined {
  const { amountIn, amountOut, part, partOut, partBack, attackCost } = depth;
  if (partOut === 0n) return undefined;
  const fair = Money.mulDivDown(partOut, amountIn, part);
  const impact = fair > amountOut ? Money.mulDivDown(fair - amountOut, unit, fair) : 0n;
  const fee = part > partBack ? Money.mulDivUp(part - partBack, unit, 2n * part) : 0n;
  if (impact <= fee) return undefined;
  return (attackCost * impact * Money.wholeBps) / (amountIn * (impact - fee));
}
