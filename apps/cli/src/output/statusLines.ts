import type { StatusUpdate } from '@portage/sdk';
import { paintStatus, plain, type Paint } from './paint.js';

/** Facts that are shown beside a status. */
export interface StatusLook {
  /** Amount that arrived with its currency, if known. */
  readonly got?: string | undefined;
  /** Colours; none by default. */
  readonly paint?: Paint;
}

/** Lines that show a status to people. */
export function statusLines(
  requestId: string,
  status: StatusUpdate,
  { got, paint = plain }: StatusLook = {},
): readonly string[] {
  const reasons = [status.failReason, status.refundFailReason].filter(
    (reason) => reason !== undefined && reason !== 'N/A' && reason !== '',
  );
  const end = paintStatus(status.status, paint);
  return [
    `${requestId} ${end}${reasons.length === 0 ? '' : ` (${reasons.join(', ')})`}`,
    ...status.inTxHashes.map((hash) => `  in   ${hash}`),
    ...status.txHashes.map((hash) => `  out  ${hash}`),
    ...(status.amountOut === undefined
      ? []
      : [`  got  ${got ?? `${status.amountOut} (smallest unit)`}`]),
  ];
}
