/** Transactions that are kept at most. */
const keptMax = 64;

/** Expiry and bytes of a transaction that was sent. */
export interface SentTransaction {
  /**
   * The last block that may hold it, by the blockhash that was signed; undefined where the wallet
   * chose another blockhash.
   */
  readonly lastValidBlockHeight: number | undefined;
  /** The signed bytes. */
  readonly bytes: Uint8Array;
}

/**
 * Transactions that this executor has sent. Those of another process, and those that a wallet has
 * sent by itself, are not known.
 */
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
