import type { OrderData } from './schemas/order.js';

/** One signed way to pay an input back. */
export type RefundTerms = OrderData['inputs'][number]['refunds'][number];

/**
 * The signed way to pay money back on a chain: the one for this currency where the order names it, else the first one
 * on that chain, whose recipient gets whatever came. Undefined when the order names nobody there. Never an event's word.
 *
 * @example
 * ```ts
 * refundTerms(order, 'base', deposit.currency)?.recipient;
 * ```
 */
export function refundTerms(order: OrderData, chainSlug: string, currency: string): RefundTerms | undefined {
  const onChain = order.inputs.flatMap(({ refunds }) => refunds).filter((refund) => refund.chainId === chainSlug);
  return onChain.find((refund) => refund.currency === currency) ?? onChain[0];
}
