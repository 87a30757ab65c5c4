import type { ExecutionResult } from '@portage/sdk';
import { statusLines } from './statusLines.js';

/** Result for machines; they have received its progress already. */
export function resultEvent(result: ExecutionResult): Readonly<Record<string, unknown>> {
  return { event: 'result', ...result, progress: undefined };
}

/** Lines that show a result to people; `got` is the amount with its currency, if known. */
export function resultLines(result: ExecutionResult, got?: string): readonly string[] {
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
    ...statusLines(requestId, { status, inTxHashes, txHashes, ...known }, got),
    ...(extraDeposits?.inTxHashes ?? []).map((hash) => `  paid again  ${hash}`),
    ...(extraDeposits?.refundTxHashes ?? []).map((hash) => `  paid back   ${hash}`),
  ];
}
