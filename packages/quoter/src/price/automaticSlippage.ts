import type { SwapQuote } from '@portage/core';
import type { Policy } from '../policy.js';
import type { Place } from '../route/catalog.js';
import type { Route } from '../route/findRoute.js';

/** The swaps of a route, as far as they are known. */
export interface SlippageSwaps {
  readonly origin?: SwapQuote | undefined;
  readonly destination?: SwapQuote | undefined;
}

/**
 * The slippage tolerance of a quote that names none, basis points. Whoever trades in front of a
 * swap takes what it tolerates, so it tolerates only what its pools are likely to move by
 * themselves until it is made: by the class of what is swapped, for each side on which something
 * is. Wrapping moves nothing. A bridge meets no pool and keeps the policy's one number.
 *
 * @see SPEC, `slippageTolerance`
 */
export function automaticSlippage(
  { given, origin, held, destination, isSelfExecuted }: Route,
  { origin: before, destination: after }: SlippageSwaps,
  policy: Policy,
): bigint {
  const bps =
    sideBps(before, [given, origin], policy) + sideBps(after, [held, destination], policy);
  return bps === 0n && !isSelfExecuted ? policy.defaultSlippageBps : bps;
}

function sideBps(
  swap: SwapQuote | undefined,
  [from, to]: readonly [Place, Place],
  { swapSlippageBps }: Policy,
): bigint {
  if (swap === undefined || swap.parts.length === 0) return 0n;
  if (from.assetClass === 'minor' || to.assetClass === 'minor') return swapSlippageBps.minor;
  return from.assetClass === 'stable' && to.assetClass === 'stable'
    ? swapSlippageBps.stable
    : swapSlippageBps.major;
}
