import { Money } from '@portage/core';
import type { DuePayout } from './takePayouts.js';

/**
 * The payment of an order as its deposit pays for it. A swap before the deposit may bring less than
 * was quoted: then the fees stay what they are, and what is left after them is filled in
 * proportion, rounded down. Any other deposit pays for what the order expects.
 *
 * @example
 * ```ts
 * // 990 of 1000 came, of which 100 are fees: 890 of 900 parts of what was expected.
 * shortOrder(spend).order.output.payments[0]?.expectedAmount;
 * ```
 */
export function shortOrder(spend: DuePayout): DuePayout {
  const { order, executionTerms, job } = spend;
  const [payment, ...others] = order.output.payments;
  const short = executionTerms?.short;
  const asked = BigInt(order.inputs[0]?.payment.amount ?? 0);
  const came = job.amount;
  if (short === undefined || payment === undefined || came >= asked) return spend;
  const fees = BigInt(short.fees);
  const share = (amount: string): string =>
    Money.mulDivDown(BigInt(amount), came - fees, asked - fees).toString();
  const { fill } = executionTerms ?? {};
  return {
    ...spend,
    order: {
      ...order,
      output: {
        ...order.output,
        payments: [{ ...payment, expectedAmount: share(payment.expectedAmount) }, ...others],
      },
    },
    executionTerms:
      fill === undefined || executionTerms === undefined
        ? executionTerms
        : { ...executionTerms, fill: { ...fill, amount: share(fill.amount) } },
  };
}
