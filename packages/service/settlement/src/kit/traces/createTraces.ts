import type { Clock } from '@portage/core';
import type { Queryable } from '@portage/database';

/** Milliseconds for which a process does not ask for the same transaction again. */
const askedMs = 10_000;

/** Transactions that are remembered. */
const askedMax = 10_000;

/** Channel of asked transactions; a payload is the ids of chain and transaction, with a colon. */
export const tracesChannel = 'portage_traces';

/** A transaction of a chain. */
export interface TracedTransaction {
  readonly chainId: number;
  readonly txId: string;
}

/**
 * Transactions that are to be looked at once more, because an event of theirs is missing. Any
 * process may ask; the one that follows the chain looks.
 */
export interface Traces {
  /** Asks the follower of the chain; of one transaction at most every ten seconds. */
  ask(transaction: TracedTransaction): Promise<void>;
  /** Calls `listener` for each transaction that any process asks about; the answer ends it. */
  onAsked(listener: (transaction: TracedTransaction) => void): () => void;
}

/** {@link Traces} with what their owner drives. */
export interface DrivenTraces extends Traces {
  readonly receive: (payload: string) => void;
  /** Nothing is read again: what was missed is asked for again. */
  readonly refresh: () => void;
}

/** Makes the asked transactions of one process. */
export function createTraces(database: Queryable, clock: Pick<Clock, 'now'>): DrivenTraces {
  const listeners = new Set<(transaction: TracedTransaction) => void>();
  const asked = new Map<string, number>();

  function isNew(key: string): boolean {
    const now = clock.now();
    for (const [oldest, until] of asked) {
      if (until > now && asked.size <= askedMax) break;
      asked.delete(oldest);
    }
    if (asked.has(key)) return false;
    asked.set(key, now + askedMs);
    return true;
  }

  return {
    ask: async ({ chainId, txId }) => {
      const payload = `${String(chainId)}:${txId}`;
      if (!isNew(payload)) return;
      await database.query({ name: 'traces_ask', text: 'select pg_notify($1, $2)' }, [
        tracesChannel,
        payload,
      ]);
    },
    onAsked: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    receive: (payload) => {
      const [chainId = '', txId = ''] = payload.split(':');
      for (const listener of [...listeners]) listener({ chainId: Number(chainId), txId });
    },
    refresh: () => undefined,
  };
}
