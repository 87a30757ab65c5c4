import { changeRequests, mainLeg, markSent } from '@portage/store';
import type { Desk } from '../context.js';
import type { StoredPayment } from './spendBatch.js';

/** Notes that payments were given to the chain: a request is `submitted` only then, not when its payment was signed. */
export async function notePayments({ chain, store }: Desk, sent: readonly StoredPayment[]): Promise<void> {
  const fills = sent.filter(({ purpose, leg }) => purpose === 'fill' && leg === mainLeg);
  await store.transaction((tx) => {
    tx.withCommit(markSent(tx, chain.id, sent.map(({ transaction }) => transaction.txId), chain.observe.tip()?.value.height));
    tx.withCommit(changeRequests(tx, store.hub, fills.map(({ orderId }) => ({ orderId, events: ['fillSent'] }))));
    return Promise.resolve();
  });
}
