import type { NewDepositAddress } from '@portage/store';
import type { PricedRoute } from '../price/pricedRoute.js';
import type { QuoteContext } from '../quoteContext.js';
import type { AddressTerms } from './readAddressTerms.js';

/**
 * The address of an order, with everything that it takes to quote what else arrives there. Pure.
 */
export function addressOf(
  { addresses, type, depositor }: AddressTerms,
  { route }: PricedRoute,
  {
    orderId,
    expiresAt,
    context,
  }: { readonly orderId: string; readonly expiresAt: number; readonly context: QuoteContext },
): NewDepositAddress {
  return {
    address: addresses.addressOf({ orderId, depositor }),
    type,
    currency: route.origin.asset.address,
    depositor,
    refundTo: route.refundOnOrigin,
    request: JSON.stringify({ body: route.request.body, context }),
    expiresAt,
  };
}
