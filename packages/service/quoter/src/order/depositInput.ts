import type { DepositStepsInput, OriginSwap } from '@portage/core/chain';
import type { PricedRoute } from '../price/pricedRoute.js';

/** Names and time limit of the order that a deposit pays. */
export interface OrderNames {
  readonly requestId: string;
  readonly orderId: string;
  /** Milliseconds since 1970 until which a deposit counts. */
  readonly fillBy: number;
  /** Address that is paid by a plain transfer; undefined without one. */
  readonly depositAddress: string | undefined;
}

/** The deposit that an order waits for. */
export function depositInput(
  priced: PricedRoute,
  { requestId, orderId, fillBy, depositAddress }: OrderNames,
): DepositStepsInput {
  const { request, depositCurrency, accounts } = priced.route;
  return {
    requestId,
    orderId,
    payer: accounts.payer,
    currency: depositCurrency.asset.address,
    amount: priced.amounts.deposit,
    feePayer: accounts.feePayer,
    computeUnitLimit: request.body.includeComputeUnitLimit,
    depositAddress,
    swap: originSwap(priced, Math.floor(fillBy / 1000)),
  };
}

/**
 * The swap of what the payer gives; undefined without one. It must bring what the order is filled
 * for, or what is promised.
 *
 * @param deadline - Unix seconds
 */
export function originSwap(
  { route, swaps, amounts }: PricedRoute,
  deadline: number,
): OriginSwap | undefined {
  const { inputCurrency, depositCurrency, accounts } = route;
  const { swaps: pools } = inputCurrency.chain;
  if (swaps.origin === undefined || pools === undefined) return undefined;
  const isExact = route.request.body.tradeType === 'EXACT_OUTPUT';
  // An expected output is paid for with what it costs now; the same ways then bring as much, or
  // what slippage leaves.
  const quote = isExact ? swaps.origin : { ...swaps.origin, type: 'EXACT_INPUT' as const };
  return {
    currency: inputCurrency.asset.address,
    amount: amounts.input,
    calls: pools.build(quote, {
      limit: isExact ? amounts.input : amounts.minimumDeposit,
      deadline,
      fromNative: inputCurrency.asset.isNative,
      toNative: depositCurrency.asset.isNative,
    }),
    gas: swaps.origin.gas,
    minimum: isExact ? amounts.deposit : amounts.minimumDeposit,
    refundTo: accounts.refundOnOrigin,
    deadline,
  };
}
