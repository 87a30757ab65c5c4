import { draftOrder, type Hex } from '@portage/order';
import type { OrderData } from '@portage/core';
import type { Policy } from './policy.js';
import type { PricedRoute } from './price/pricedRoute.js';

/** What an order needs beside the priced route. */
export interface OrderContext {
  readonly policy: Policy;
  /** EVM address of the key that signs orders. */
  readonly solver: string;
  readonly salt: Hex;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Writes down what a priced route promises. Pure. */
export function draftQuoteOrder(
  { route, amountIn, amountOut, minimumOut, topup }: PricedRoute,
  { policy, solver, salt, now }: OrderContext,
): OrderData {
  const { origin, destination } = route;
  return draftOrder({
    solver: { chainSlug: policy.solverChainSlug, address: solver },
    salt,
    deadline:
      Math.floor(now / 1000) +
      (route.request.body.useDepositAddress === true
        ? policy.addressLifetimeSeconds
        : policy.orderLifetimeSeconds),
    origin: {
      chainSlug: origin.chain.slug,
      currency: origin.asset.address,
      extraData: origin.chain.extraData,
      refundRecipient: route.refundOnOrigin,
      amount: amountIn,
    },
    destination: {
      chainSlug: destination.chain.slug,
      currency: destination.asset.address,
      extraData: destination.chain.extraData,
      refundRecipient: route.refundOnDestination,
      recipient: route.recipient,
      minimumAmount: minimumOut,
      expectedAmount: amountOut,
      calls: route.extras.encodedCalls,
      topup:
        topup === 0n
          ? undefined
          : { currency: route.destinationNative.asset.address, amount: topup },
    },
  });
}
