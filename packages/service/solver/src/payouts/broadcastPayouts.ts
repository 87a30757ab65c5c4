import type { StoredTransaction } from '@portage/settlement';
import { describeError } from '@portage/core';
import type { BroadcastResult } from '@portage/core/chain';
import type { ChainContext } from '../context.js';
import { noteUnderpriced } from '../noteUnderpriced.js';
import { failpoints } from '../batches/batch.js';

/** Gives transactions to the chain, each once, and answers by their ids. */
async function broadcast(
  context: ChainContext,
  payments: readonly StoredTransaction[],
): Promise<ReadonlyMap<string, BroadcastResult>> {
  const transactions = [
    ...new Map(payments.map(({ transaction }) => [transaction.txId, transaction])).values(),
  ];
  try {
    const results = await context.chain.spend.broadcast(transactions);
    noteUnderpriced(context, transactions, results);
    return new Map(
      transactions.flatMap(({ txId }, index) => {
        const result = results[index];
        return result === undefined ? [] : [[txId, result]];
      }),
    );
  } catch (error) {
    const reason = describeError(error);
    return new Map(transactions.map(({ txId }) => [txId, { status: 'unknown', reason }]));
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
  const results = await broadcast(context, payments);
  failpoints(
    context,
    'sent',
    payments.map(({ purpose }) => purpose),
  );
  return payments.filter(({ transaction }) => {
    const result = results.get(transaction.txId);
    if (result?.status !== 'rejected') return true;
    context.log('a chain refused a transaction', {
      chain: context.chain.slug,
      txId: transaction.txId,
      reason: result.reason,
    });
    return false;
  });
}
