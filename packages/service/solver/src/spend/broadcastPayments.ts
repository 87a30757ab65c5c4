import type { StoredTransaction } from '@portage/settlement';
import type { BroadcastResult, SignedTransaction } from '@portage/core';
import type { Desk } from '../context.js';
import { failpoints } from './spendBatch.js';

async function broadcast(
  desk: Desk,
  transactions: readonly SignedTransaction[],
): Promise<readonly BroadcastResult[]> {
  try {
    return await desk.chain.spend.broadcast(transactions);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return transactions.map(() => ({ status: 'unknown', reason }));
  }
}

/**
 * Gives bytes that are stored to the chain.
 *
 * @returns payments that the chain took or may have taken; what it refused stays `stored`, and the
 *   monitor looks at it
 */
export async function broadcastPayments(
  desk: Desk,
  payments: readonly StoredTransaction[],
): Promise<readonly StoredTransaction[]> {
  const results = await broadcast(
    desk,
    payments.map(({ transaction }) => transaction),
  );
  failpoints(
    desk,
    'sent',
    payments.map(({ purpose }) => purpose),
  );
  return payments.filter(({ transaction }, index) => {
    const result = results[index];
    if (result?.status !== 'rejected') return true;
    desk.log('a chain refused a transaction', {
      chain: desk.chain.slug,
      txId: transaction.txId,
      reason: result.reason,
    });
    return false;
  });
}
