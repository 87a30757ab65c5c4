import type { OrderFacts } from './readOrderFacts.js';

/**
 * Part of a deposit that its order takes, in smallest units: no more than was quoted, unless the
 * quote gives what is beyond it to the order as well. Pure.
 */
export function mainPart(
  { order, keepsSurplus }: Pick<OrderFacts, 'order' | 'keepsSurplus'>,
  amount: bigint,
): bigint {
  const asked = BigInt(order.inputs[0]?.payment.amount ?? 0);
  return amount < asked || keepsSurplus ? amount : asked;
}
