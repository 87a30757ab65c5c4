import { applySlippage } from '@portage/fees';
import { Money } from '@portage/core';
import type { SwapQuote } from '@portage/core/chain';
import { isSelfPayment } from '../payment/paymentMethod.js';
import type { QuotePolicy } from '../policy.js';
import type { ListedCurrency } from '../route/catalog.js';
import type { Route } from '../route/route.js';
import type { RouteAmounts, RouteSwaps } from './pricedRoute.js';

/**
 * The slippage tolerance of a route, basis points: as asked for, else automatic. Whoever trades in
 * front of a swap takes what it tolerates, so it tolerates only what its pools are likely to move
 * by themselves until it is made: by the class of what is swapped, for each side on which something
 * is. Wrapping moves nothing. A bridge meets no pool and keeps the policy's one number.
 *
 * @param swaps - the swaps of the route, as far as they are known
 * @see SPEC, `slippageTolerance`
 */
export function slippageBpsOf(route: Route, swaps: RouteSwaps, policy: QuotePolicy): bigint {
  const { inputCurrency, depositCurrency, inventoryCurrency, outputCurrency, payment } = route;
  const { slippageBps } = route.request;
  if (slippageBps !== undefined) return slippageBps;
  const bps =
    sideBps(swaps.origin, [inputCurrency, depositCurrency], policy) +
    sideBps(swaps.destination, [inventoryCurrency, outputCurrency], policy);
  return bps === 0n && !isSelfPayment(payment) ? policy.defaultSlippageBps : bps;
}

function sideBps(
  swap: SwapQuote | undefined,
  [from, to]: readonly [ListedCurrency, ListedCurrency],
  { swapSlippageBps }: QuotePolicy,
): bigint {
  if (swap === undefined || swap.parts.length === 0) return 0n;
  if (from.assetClass === 'minor' || to.assetClass === 'minor') return swapSlippageBps.minor;
  return from.assetClass === 'stable' && to.assetClass === 'stable'
    ? swapSlippageBps.stable
    : swapSlippageBps.major;
}

/** An order whose minimums are to be found. */
export interface MinimumsInput {
  readonly deposit: bigint;
  readonly output: bigint;
  /** Part of the fees that the user pays, deposit currency. */
  readonly fee: bigint;
  readonly swaps: RouteSwaps;
  readonly isFixedRate: boolean;
}

/** The least amounts of an order. */
export type Minimums = Pick<RouteAmounts, 'minimumDeposit' | 'minimumOutput' | 'signedMinimum'>;

/**
 * The least amounts of an order. EXACT_OUTPUT, a fixed rate and a plain transfer promise all of the
 * output; otherwise
 * the slippage tolerance is taken off, and from what is signed the tolerance of late deposits, too:
 * a late payment is never below what was signed.
 */
export function minimumsOf(route: Route, order: MinimumsInput, policy: QuotePolicy): Minimums {
  const { deposit, output, swaps, isFixedRate } = order;
  const { body, latePaymentSlippageBps = 0n } = route.request;
  if (isFixedRate || body.tradeType === 'EXACT_OUTPUT' || route.payment.type === 'send')
    return { minimumDeposit: deposit, minimumOutput: output, signedMinimum: output };
  const bps = slippageBpsOf(route, swaps, policy);
  const minimumOutput = applySlippage(output, bps).minimumAmount;
  const lateBps = isSelfPayment(route.payment) ? 0n : latePaymentSlippageBps;
  return {
    minimumDeposit: swaps.origin === undefined ? deposit : leastDeposit(order, minimumOutput),
    minimumOutput,
    signedMinimum: applySlippage(minimumOutput, lateBps).minimumAmount,
  };
}

/**
 * The least deposit for which an order is still filled, where a swap before it may bring less than
 * was quoted: the fees stay what they are, and what is left after them is filled in proportion,
 * down to the minimum.
 */
function leastDeposit({ deposit, output, fee }: MinimumsInput, minimumOutput: bigint): bigint {
  const least = minimumOutput > 0n ? minimumOutput : 1n;
  return fee + Money.mulDivUp(least, deposit - fee, output);
}
