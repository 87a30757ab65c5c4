import type { ExecutionResult } from '@portage/sdk';
import { statusLines, type StatusLook } from './statusLines.js';

/** Result for machines; they have received its progress already. */
export function resultEvent(result: ExecutionResult): Readonly<Record<string, unknown>> {
  return { event: 'result', ...result, progress: undefined };
}

/** Lines that show a result to people. */
export function resultLines(result: ExecutionResult, look: StatusLook = {}): readonly string[] {
  const { requestId, status, inTxHashes, txHashes, extraDeposits } = result;
  const reasons =
    result.status === 'success'
      ? { amountOut: result.amountOut }
      : { failReason: result.failReason, refundFailReason: result.refundFailReason };
  const known = Object.fromEntries(
    Object.entries(reasons).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  return [
    ...statusLines(requestId, { status, inTxHashes, txHashes, ...known }, look),
    ...(extraDeposits?.inTxHashes ?? []).map((hash) => `  paid again  ${hash}`),
    ...(extraDeposits?.refundTxHashes ?? []).map((hash) => `  paid back   ${hash}`),
  ];
}
