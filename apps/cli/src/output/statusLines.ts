import type { StatusUpdate } from '@portage/sdk';

/** A status as people read it. */
export function statusLines(requestId: string, status: StatusUpdate): readonly string[] {
  const reasons = [status.failReason, status.refundFailReason].filter((reason) => reason !== undefined && reason !== 'N/A' && reason !== '');
  return [
    `${requestId} ${status.status}${reasons.length === 0 ? '' : ` (${reasons.join(', ')})`}`,
    ...status.inTxHashes.map((hash) => `  in   ${hash}`),
    ...status.txHashes.map((hash) => `  out  ${hash}`),
    ...(status.amountOut === undefined ? [] : [`  got  ${status.amountOut} (smallest unit)`]),
  ];
}
