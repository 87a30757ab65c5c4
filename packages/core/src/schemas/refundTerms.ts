import type { OrderData } from './order.js';

/** One signed way to pay an input back. */
export type RefundTerms = OrderData['inputs'][number]['refunds'][number];

/**
 * The signed way to pay money back on a chain: the one for this currency where the order names it,
 * else the first one on that chain, whose recipient gets whatever came. Undefined when the order
 * names no recipient there. Never an event's word.
 *
 * @example
 * ```ts
 * refundTerms(order, 'base', deposit.currency)?.recipient;
 * ```
 */
export function refundTerms(
  order: OrderData,
  chainSlug: string,
  currency: string,
): RefundTerms | undefined {
  let first: RefundTerms | undefined;
  for (const { refunds } of order.inputs) {
    for (const refund of refunds) {
      if (refund.chainId !== chainSlug) continue;
      if (refund.currency === currency) return refund;
      first ??= refund;
    }
  }
  return first;
}
