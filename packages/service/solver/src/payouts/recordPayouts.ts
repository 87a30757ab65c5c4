import { changeRequests, mainLeg, recordSent, type StoredTransaction } from '@portage/settlement';
import type { ChainContext } from '../context.js';

/** A payment that was given to its chain. */
export interface SentPayment {
  readonly payment: StoredTransaction;
  /** Newest block of the chain just before. */
  readonly height: number | undefined;
}

/**
 * Notes that payments were given to the chain, the oldest first: a request is `submitted` only
 * then, not when its payment was signed.
 */
export async function recordPayouts(
  { chain, settlement }: ChainContext,
  sent: readonly SentPayment[],
): Promise<void> {
  const fills = sent.filter(
    ({ payment: { purpose, leg } }) => purpose === 'fill' && leg === mainLeg,
  );
  await settlement.transaction((tx) => {
    tx.withCommit(
      recordSent(
        tx,
        chain.id,
        sent.map(({ payment }) => payment.transaction.txId),
        sent[0]?.height,
      ),
    );
    tx.withCommit(
      changeRequests(
        tx,
        settlement.hub,
        fills.map(({ payment: { orderId } }) => ({ orderId, events: ['fillSent'] })),
      ),
    );
    return Promise.resolve();
  });
}
