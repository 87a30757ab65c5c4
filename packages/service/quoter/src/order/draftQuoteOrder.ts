import { draftOrder, type Hex } from '@portage/order';
import type { OrderData } from '@portage/core';
import type { QuotePolicy } from '../policy.js';
import type { PricedRoute } from '../price/pricedRoute.js';

/** Surroundings of an order. */
export interface OrderContext {
  readonly policy: QuotePolicy;
  /** EVM address of the key that signs orders. */
  readonly solver: string;
  readonly salt: Hex;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The order that promises what a priced route says. Pure. */
export function draftQuoteOrder(
  { route, amounts, topup, appFees }: PricedRoute,
  { policy, solver, salt, now }: OrderContext,
): OrderData {
  const { depositCurrency, outputCurrency, nativeCurrencies, accounts, payment } = route;
  return draftOrder({
    solver: { chainSlug: policy.solverChainSlug, address: solver },
    salt,
    appFees,
    deadline:
      Math.floor(now / 1000) +
      (payment.address === undefined ? policy.orderLifetimeSeconds : policy.addressLifetimeSeconds),
    origin: {
      chainSlug: depositCurrency.chain.slug,
      currency: depositCurrency.asset.address,
      extraData: depositCurrency.chain.extraData,
      refundRecipient: accounts.refundOnOrigin,
      amount: amounts.deposit,
    },
    destination: {
      chainSlug: outputCurrency.chain.slug,
      currency: outputCurrency.asset.address,
      extraData: outputCurrency.chain.extraData,
      refundRecipient: accounts.refundOnDestination,
      recipient: accounts.recipient,
      minimumAmount: amounts.signedMinimum,
      expectedAmount: amounts.output,
      calls: route.extras.encodedCalls,
      topup:
        topup === 0n
          ? undefined
          : { currency: nativeCurrencies.destination.asset.address, amount: topup },
    },
  });
}
