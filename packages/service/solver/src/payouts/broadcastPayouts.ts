import type { StoredTransaction } from '@portage/settlement';
import { describeError } from '@portage/core';
import type { BroadcastResult, SignedTransaction } from '@portage/core/chain';
import type { ChainContext } from '../context.js';
import { failpoints } from './payoutBatch.js';

async function broadcast(
  context: ChainContext,
  transactions: readonly SignedTransaction[],
): Promise<readonly BroadcastResult[]> {
  try {
    return await context.chain.spend.broadcast(transactions);
  } catch (error) {
    const reason = describeError(error);
    return transactions.map(() => ({ status: 'unknown', reason }));
  }
}

/**
 * Gives bytes that are stored to the chain.
 *
 * @returns payments that the chain took or may have taken; what it refused stays `stored`, and the
 *   monitor looks at it
 */
export async function broadcastPayouts(
  context: ChainContext,
  payments: readonly StoredTransaction[],
): Promise<readonly StoredTransaction[]> {
  const results = await broadcast(
    context,
    payments.map(({ transaction }) => transaction),
  );
  failpoints(
    context,
    'sent',
    payments.map(({ purpose }) => purpose),
  );
  return payments.filter(({ transaction }, index) => {
    const result = results[index];
    if (result?.status !== 'rejected') return true;
    context.log('a chain refused a transaction', {
      chain: context.chain.slug,
      txId: transaction.txId,
      reason: result.reason,
    });
    return false;
  });
}
