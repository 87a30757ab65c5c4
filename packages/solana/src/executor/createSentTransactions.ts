/** Transactions that are kept at most. */
const keptMax = 64;

/** Expiry and bytes of a transaction that was sent. */
export interface SentTransaction {
  /** The last block that may hold it: the one of the blockhash that was signed. */
  readonly lastValidBlockHeight: number;
  /** The signed bytes; undefined where the wallet sent them by itself. */
  readonly bytes: Uint8Array | undefined;
}

/** Transactions that this executor has sent; empty after a resume in a new process. */
export interface SentTransactions {
  add(txId: string, transaction: SentTransaction): void;
  find(txId: string): SentTransaction | undefined;
}

/** Keeps the newest of the sent transactions. */
export function createSentTransactions(): SentTransactions {
  const kept = new Map<string, SentTransaction>();
  return {
    add: (txId, transaction) => {
      kept.set(txId, transaction);
      for (const oldest of kept.keys()) {
        if (kept.size <= keptMax) break;
        kept.delete(oldest);
      }
    },
    find: (txId) => kept.get(txId),
  };
}
