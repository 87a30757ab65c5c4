import type { DepositStepsInput, OriginSwap } from '@portage/core';
import type { PricedRoute } from './price/pricedRoute.js';

/** What steps name beside the priced route. */
export interface StepsContext {
  readonly requestId: string;
  readonly orderId: string;
  /** Milliseconds since 1970 until which a deposit counts. */
  readonly fillBy: number;
  /** Where the order is paid by a plain transfer. */
  readonly depositAddress: string | undefined;
}

/**
 * JSON text of the steps that pay an order: a deposit, with a swap before it in the same
 * transaction where there is one.
 */
export function depositStepsText(priced: PricedRoute, context: StepsContext): string {
  const { deposits } = priced.route;
  const input = depositInput(priced, context);
  return deposits.stepsText?.(input) ?? JSON.stringify(deposits.steps(input));
}

/** What a deposit is made from. */
export function depositInput(
  priced: PricedRoute,
  { requestId, orderId, fillBy, depositAddress }: StepsContext,
): DepositStepsInput {
  const { route, amountIn } = priced;
  return {
    requestId,
    orderId,
    payer: route.payer,
    currency: route.origin.asset.address,
    amount: amountIn,
    feePayer: route.feePayer,
    computeUnitLimit: route.request.body.includeComputeUnitLimit,
    depositAddress,
    swap: originSwap(priced, Math.floor(fillBy / 1000)),
  };
}

/**
 * The swap of what the payer gives. What it must bring at the least is what the order is filled
 * for, or what is promised.
 */
export function originSwap(
  { route, swaps, amountGiven, amountIn, leastIn }: PricedRoute,
  deadline: number,
): OriginSwap | undefined {
  const { given, origin } = route;
  const { swaps: pools } = given.chain;
  if (swaps.origin === undefined || pools === undefined) return undefined;
  const isExact = route.request.body.tradeType === 'EXACT_OUTPUT';
  // An expected output is paid for with what it costs now; the same ways then bring as much, or
  // what slippage leaves.
  const quote = isExact ? swaps.origin : { ...swaps.origin, type: 'EXACT_INPUT' as const };
  const limit = isExact ? amountGiven : leastIn;
  return {
    currency: given.asset.address,
    amount: amountGiven,
    calls: pools.build(quote, {
      limit,
      deadline,
      fromNative: given.asset.isNative,
      toNative: origin.asset.isNative,
    }),
    gas: swaps.origin.gas,
    minimum: isExact ? amountIn : leastIn,
    refundTo: route.refundOnOrigin,
    deadline,
  };
}
