/** Transactions that are kept at most. */
const keptMax = 64;

/** What is known about a transaction that was sent. */
export interface SentTransaction {
  /** The last block that may hold it: the one of the blockhash that was signed. */
  readonly lastValidBlockHeight: number;
  /** The signed bytes; undefined where the wallet sent them by itself. */
  readonly bytes: Uint8Array | undefined;
}

/** What this executor has sent. A run that was resumed in a new process knows nothing of it. */
export interface Sent {
  add(txId: string, transaction: SentTransaction): void;
  find(txId: string): SentTransaction | undefined;
}

/** Keeps the newest of what was sent. */
export function createSent(): Sent {
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
