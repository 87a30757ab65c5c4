import { applySlippage } from '@portage/fees';
import { Money } from '@portage/core';
import type { SwapQuote } from '@portage/core/chain';
import { isSelfPayment } from '../payment/paymentMethod.js';
import type { QuotePolicy } from '../policy.js';
import type { ListedCurrency } from '../route/catalog.js';
import type { Route } from '../route/route.js';
import type { SwapSide, SwapSides } from './createSwapSide.js';
import type { RouteAmounts, RouteSwaps } from './pricedRoute.js';

/** Policy and sides that a tolerance is chosen with. */
export interface SlippageContext {
  readonly policy: QuotePolicy;
  readonly sides: SwapSides;
}

/**
 * The slippage tolerance of a route, basis points: as asked for, else automatic. A trade in front
 * of a swap takes what the swap tolerates, so each side on which something is swapped tolerates
 * what leaves nothing to the best sandwich: little where the trade is large for its pools, up to
 * the most of its class where a sandwich would lose money, and never less than pools move by
 * themselves. Wrapping moves nothing. A bridge meets no pool and keeps the policy's one number.
 *
 * @param swaps - the swaps of the route, as far as they are known
 * @see docs/spec/quote.md#automatic-slippage
 */
export function slippageBpsOf(
  route: Route,
  swaps: RouteSwaps,
  { policy, sides }: SlippageContext,
): bigint {
  const { inputCurrency, depositCurrency, inventoryCurrency, outputCurrency, payment } = route;
  const { slippageBps } = route.request;
  if (slippageBps !== undefined) return slippageBps;
  const origin = bandOf([inputCurrency, depositCurrency], policy);
  const destination = bandOf([inventoryCurrency, outputCurrency], policy);
  const bps =
    sideBps(swaps.origin, sides.origin, origin) +
    sideBps(swaps.destination, sides.destination, destination);
  return bps === 0n && !isSelfPayment(payment) ? policy.defaultSlippageBps : bps;
}

/** Bounds of the tolerance of one side, basis points. */
interface Band {
  readonly floor: bigint;
  readonly ceiling: bigint;
}

function bandOf(
  [from, to]: readonly [ListedCurrency, ListedCurrency],
  { swapSlippageBps, swapSlippageFloorBps }: QuotePolicy,
): Band {
  const classes = [from.assetClass, to.assetClass];
  const pair = classes.includes('minor') ? 'minor' : classes.includes('major') ? 'major' : 'stable';
  return { floor: swapSlippageFloorBps[pair], ceiling: swapSlippageBps[pair] };
}

function sideBps(
  swap: SwapQuote | undefined,
  side: SwapSide | undefined,
  { floor, ceiling }: Band,
): bigint {
  if (swap === undefined || side === undefined || swap.parts.length === 0) return 0n;
  const safe = side.safeBps(swap);
  if (safe === undefined || safe > ceiling) return ceiling;
  return safe > floor || floor > ceiling ? safe : floor;
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
export function minimumsOf(route: Route, order: MinimumsInput, context: SlippageContext): Minimums {
  const { deposit, output, swaps, isFixedRate } = order;
  const { body, latePaymentSlippageBps = 0n } = route.request;
  if (isFixedRate || body.tradeType === 'EXACT_OUTPUT' || route.payment.type === 'send')
    return { minimumDeposit: deposit, minimumOutput: output, signedMinimum: output };
  const bps = slippageBpsOf(route, swaps, context);
  const minimumOutput = applySlippage(output, bps).minimumAmount;
  const isFixed = swaps.origin === undefined || paysInMinimum(route);
  const lateBps = isSelfPayment(route.payment) ? 0n : latePaymentSlippageBps;
  return {
    minimumDeposit: isFixed ? deposit : leastDeposit(order, minimumOutput),
    minimumOutput,
    signedMinimum: applySlippage(minimumOutput, lateBps).minimumAmount,
  };
}

/**
 * Whether of what a swap brings the least is paid in, so that no deposit is less. A swap that pays
 * nothing in brings all to its recipient.
 */
export function paysInMinimum({ depositCurrency, payment }: Route): boolean {
  return depositCurrency.chain.deposit?.paysInMinimum === true && !isSelfPayment(payment);
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
