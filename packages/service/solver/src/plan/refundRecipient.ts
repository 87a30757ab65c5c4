import type { RefundTerms } from '@portage/core';
import type { DuePayout } from '@portage/settlement';

/** A refund that is due. */
export type DueRefund = Pick<DuePayout, 'job' | 'order' | 'deposit' | 'payer' | 'settlement'>;

/**
 * Account that a refund goes to: the one that the signed order names. A payment beyond the order
 * goes back to the payer of the quote where that account made it and the order names the recipient,
 * as it does by default: a recipient that is paid for already does not get the payer's mistake. A
 * refund that was signed before keeps its recipient.
 */
export function refundRecipient(
  { job, order, deposit, payer, settlement }: DueRefund,
  { recipient }: RefundTerms,
): string {
  if (job.reason !== 'DOUBLE_SPEND' || payer === undefined) return recipient;
  if (settlement?.kind === 'refund') return settlement.intent.recipient;
  const isRecipients = order.output.payments.some((payment) => payment.recipient === recipient);
  const isPayers = deposit.payer === payer || deposit.depositor === payer;
  return isRecipients && isPayers ? payer : recipient;
}
