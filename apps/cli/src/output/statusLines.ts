import type { StatusUpdate } from '@portage/sdk';

/** A status as people read it; `got` is the amount with its currency, where that is known. */
export function statusLines(
  requestId: string,
  status: StatusUpdate,
  got?: string,
): readonly string[] {
  const reasons = [status.failReason, status.refundFailReason].filter(
    (reason) => reason !== undefined && reason !== 'N/A' && reason !== '',
  );
  return [
    `${requestId} ${status.status}${reasons.length === 0 ? '' : ` (${reasons.join(', ')})`}`,
    ...status.inTxHashes.map((hash) => `  in   ${hash}`),
    ...status.txHashes.map((hash) => `  out  ${hash}`),
    ...(status.amountOut === undefined
      ? []
      : [`  got  ${got ?? `${status.amountOut} (smallest unit)`}`]),
  ];
}
