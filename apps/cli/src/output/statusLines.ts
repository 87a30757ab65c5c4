import type { StatusUpdate } from '@portage/sdk';

/** Lines that show a status to people; `got` is the amount with its currency, if known. */
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
