import type { BroadcastResult, SignedTransaction } from '@portage/core';
import { changeRequests, mainLeg, markSent } from '@portage/store';
import type { Desk } from '../context.js';
import { failpoints, type StoredPayment } from './spendBatch.js';

async function broadcast(desk: Desk, transactions: readonly SignedTransaction[]): Promise<readonly BroadcastResult[]> {
  try {
    return await desk.chain.spend.broadcast(transactions);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return transactions.map(() => ({ status: 'unknown', reason }));
  }
}

/**
 * Sends bytes that are stored, then notes that they were sent: a request is `submitted` once its payment was given to
 * the chain, not when it was signed. What the chain refused stays `stored`, and the monitor looks at it.
 */
export async function sendPayments(desk: Desk, payments: readonly StoredPayment[]): Promise<void> {
  const { chain, store } = desk;
  const results = await broadcast(desk, payments.map(({ transaction }) => transaction));
  failpoints(desk, 'sent', payments.map(({ purpose }) => purpose));
  const sent = payments.filter((payment, index) => {
    const result = results[index];
    if (result?.status === 'rejected') {
      desk.log('a chain refused a transaction', { chain: chain.slug, txId: payment.transaction.txId, reason: result.reason });
    }
    return result?.status !== 'rejected';
  });
  if (sent.length === 0) return;
  const fills = sent.filter(({ purpose, leg }) => purpose === 'fill' && leg === mainLeg);
  await store.transaction(async (tx) => {
    await markSent(tx, chain.id, sent.map(({ transaction }) => transaction.txId), chain.observe.tip()?.value.height);
    await changeRequests(tx, store.hub, fills.map(({ orderId }) => ({ orderId, events: ['fillSent'] })));
  });
}
