import { Money } from '@portage/core';
import type { DepositStepsInput, OriginSwap, SwapQuote } from '@portage/core/chain';
import { keepsSurplus } from '../request/keepsSurplus.js';
import type { PricedRoute } from '../price/pricedRoute.js';

/** No swap ever brings more than this. */
const outputMax = 2n ** 256n - 1n;

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
    ...(priced.isApproved ? { isApproved: true } : {}),
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
  const sellsAll = !isExact || keepsSurplus(route.request);
  // An expected output is paid for with what it costs now; the same ways then bring as much, or
  // what slippage leaves.
  const quote = sellsAll ? sellOff(swaps.origin, amounts.input) : swaps.origin;
  return {
    currency: inputCurrency.asset.address,
    amount: amounts.input,
    calls: pools.build(quote, {
      limit: sellsAll ? amounts.minimumDeposit : amounts.input,
      deadline,
      fromNative: inputCurrency.asset.isNative,
      toNative: depositCurrency.asset.isNative,
    }),
    gas: swaps.origin.gas,
    minimum: amounts.minimumDeposit,
    maximum: keepsSurplus(route.request) ? outputMax : undefined,
    refundTo: accounts.refundOnOrigin,
    deadline,
  };
}

/** The same ways for an exact input, shared among them as before. */
function sellOff(quote: SwapQuote, amountIn: bigint): SwapQuote {
  let left = amountIn;
  const last = quote.parts.length - 1;
  const parts = quote.parts.map((part, index) => {
    const share = index === last ? left : Money.mulDivDown(part.amountIn, amountIn, quote.amountIn);
    left -= share;
    return { ...part, amountIn: share };
  });
  return { ...quote, type: 'EXACT_INPUT', amountIn, parts };
}
