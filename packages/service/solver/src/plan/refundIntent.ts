import type { ChainAsset, RefundIntent } from '@portage/core/chain';
import type { DuePayout } from '@portage/settlement';

/** The refund of a deposit. Both its planning and its recovery name it by the same key. */
export function refundIntent(
  { deposit, job }: DuePayout,
  { address: currency }: ChainAsset,
  { recipient, amount }: Pick<RefundIntent, 'recipient' | 'amount'>,
): RefundIntent {
  return {
    type: 'refund',
    // The depository knows the money by the id under which it came in.
    orderId: deposit.orderId,
    depositor: deposit.depositor,
    currency,
    recipient,
    amount,
    key: `${job.orderId}:${job.leg}`,
  };
}
