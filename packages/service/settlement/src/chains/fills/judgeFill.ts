import type { OrderData } from '@portage/core';
import type { FillEvent } from '@portage/core/chain';

/** Why a payment is not the one that an order promises; undefined when it is. */
export type FillFault = 'chain' | 'solver' | 'recipient' | 'currency' | 'amount' | 'payments';

/** Chain on which a payment was seen, and our sender there. */
export interface FillPlace {
  readonly chainSlug: string;
  readonly solver: string | undefined;
}

/**
 * Compares the payments that one transaction made for an order with what the order promises, each
 * to the byte: what is paid, and a top-up of gas beside it. All of them are there, in the order's
 * own sequence, or none of them counts. Pure.
 */
export function judgeFill(
  { output }: OrderData,
  fills: readonly FillEvent[],
  place: FillPlace,
): FillFault | undefined {
  if (output.payments.length === 0 || fills.length !== output.payments.length) return 'payments';
  if (output.chainId !== place.chainSlug) return 'chain';
  return output.payments
    .map((payment, index) => judgePayment(payment, fills[index], place))
    .find((fault) => fault !== undefined);
}

function judgePayment(
  payment: OrderData['output']['payments'][number],
  fill: FillEvent | undefined,
  place: FillPlace,
): FillFault | undefined {
  if (fill === undefined) return 'payments';
  if (fill.solver !== place.solver) return 'solver';
  if (fill.recipient !== payment.recipient) return 'recipient';
  if (fill.currency !== payment.currency) return 'currency';
  return fill.amount < BigInt(payment.minimumAmount) ? 'amount' : undefined;
}
