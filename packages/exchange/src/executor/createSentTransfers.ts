/** Transfers that are kept at most. */
const keptMax = 64;

/** Transfer as it was sent. */
export interface SentTransfer {
  readonly txId: string;
  /** Text that `sendTx` took. */
  readonly info: string;
  /** Unix milliseconds after which the exchange does not take it. */
  readonly expiredAt: number;
}

/** Transfers that this executor has sent; those of another process are not known. */
export interface SentTransfers {
  add(transfer: SentTransfer): void;
  find(txId: string): SentTransfer | undefined;
}

/** Keeps the newest of the sent transfers. */
export function createSentTransfers(): SentTransfers {
  const kept = new Map<string, SentTransfer>();
  return {
    add: (transfer) => {
      kept.set(transfer.txId, transfer);
      for (const oldest of kept.keys()) {
        if (kept.size <= keptMax) break;
        kept.delete(oldest);
      }
    },
    find: (txId) => kept.get(txId),
  };
}
