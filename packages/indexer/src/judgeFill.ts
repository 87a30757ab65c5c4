import type { FillEvent, OrderData } from '@portage/core';

/** Why a payment is not the one that an order promises; undefined when it is. */
export type FillFault = 'chain' | 'solver' | 'recipient' | 'currency' | 'amount' | 'payments';

/**
 * Compares a payment that was seen with what the order promises, to the byte. Pure.
 *
 * @param place.solver - the account that pays for us on that chain
 */
export function judgeFill(order: OrderData, fill: FillEvent, place: { readonly chainSlug: string; readonly solver: string | undefined }): FillFault | undefined {
  const [payment, ...others] = order.output.payments;
  if (payment === undefined || others.length > 0) return 'payments';
  if (order.output.chainId !== place.chainSlug) return 'chain';
  if (fill.solver !== place.solver) return 'solver';
  if (fill.recipient !== payment.recipient) return 'recipient';
  if (fill.currency !== payment.currency) return 'currency';
  return fill.amount < BigInt(payment.minimumAmount) ? 'amount' : undefined;
}
