import type { StoredTransaction } from '@portage/settlement';
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
  await settlement.outbox.recordPayouts({
    chainId: chain.id,
    height: sent[0]?.height,
    transactions: sent.map(({ payment }) => payment),
  });
}
