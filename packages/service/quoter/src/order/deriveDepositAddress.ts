import type { NewDepositAddress } from '@portage/settlement';
import type { AddressTerms } from '../payment/paymentMethod.js';
import type { AddressRequest } from '../request/depositBody.js';
import type { QuoteCaller } from '../request/quoteCaller.js';
import type { Route } from '../route/route.js';

/** An order with an address of its own. */
export interface AddressedOrder {
  readonly orderId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Caller of the quote, in whose name deposits are quoted anew. */
  readonly caller: QuoteCaller;
}

/**
 * The address of an order, with everything that it takes to quote what else arrives there. Pure.
 */
export function deriveDepositAddress(
  { addresses, type, depositor }: AddressTerms,
  { request: { body }, depositCurrency, accounts }: Route,
  { orderId, expiresAt, caller }: AddressedOrder,
): NewDepositAddress {
  const request: AddressRequest = { body, context: caller };
  return {
    address: addresses.addressOf({ orderId, depositor }),
    type,
    currency: depositCurrency.asset.address,
    depositor,
    refundTo: accounts.refundOnOrigin,
    quoteRequest: JSON.stringify(request),
    expiresAt,
  };
}
