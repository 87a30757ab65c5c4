import type { BroadcastResult, SignedTransaction } from '@portage/core/chain';
import { isUnderpriced } from '@portage/core/plugin';
import type { ChainContext } from './context.js';

/**
 * Notes what nodes refuse for its fee alone, so that the next look signs it with a higher one.
 */
export function noteUnderpriced(
  { underpriced }: ChainContext,
  transactions: readonly SignedTransaction[],
  results: readonly (BroadcastResult | undefined)[],
): void {
  for (const [index, { txId }] of transactions.entries())
    if (isUnderpriced(results[index])) underpriced?.add(txId);
}
