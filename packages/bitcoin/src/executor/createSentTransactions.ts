import type { SignedTransaction } from './finalize.js';

/** Transactions that are kept at most. */
const keptMax = 64;

/** Signed transactions that this executor has sent; those of another process are not known. */
export interface SentTransactions {
  add(transaction: SignedTransaction): void;
  find(txId: string): SignedTransaction | undefined;
}

/** Keeps the newest of the sent transactions. */
export function createSentTransactions(): SentTransactions {
  const kept = new Map<string, SignedTransaction>();
  return {
    add: (transaction) => {
      kept.set(transaction.txId, transaction);
      for (const oldest of kept.keys()) {
        if (kept.size <= keptMax) break;
        kept.delete(oldest);
      }
    },
    find: (txId) => kept.get(txId),
  };
}
