import type { ReleaseEvent } from '@portage/core/chain';
import type { RefundTransaction } from '../../transactions/outbox/readRefundTransactions.js';

/** Id under which a depository pays out what none of its escrows holds. */
const noEscrow = `0x${'00'.repeat(32)}`;

/**
 * Releases under the ids of their orders. What a direct deposit brought is in no escrow, and goes
 * out under no id; which order it belonged to is known by the transaction, which is our own. Pure.
 */
export function nameReleases(
  releases: readonly ReleaseEvent[],
  refunds: readonly RefundTransaction[],
): readonly ReleaseEvent[] {
  return releases.map((event) => {
    if (event.orderId !== noEscrow) return event;
    const refund = refunds.find(({ txId }) => txId === event.txId);
    return refund === undefined
      ? event
      : { ...event, orderId: refund.intent.paidUnder ?? refund.orderId };
  });
}
