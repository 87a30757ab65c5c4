import { PortageError } from '../errors/portageError.js';
import { sleep } from './sleep.js';

/** State of a transaction, as an executor's node tells it; `missing` while it knows none. */
export type TransactionState = 'missing' | 'pending' | 'mined' | 'reverted';

/** Transaction that {@link awaitTransaction} waits for. */
export interface AwaitedTransaction {
  readonly txId: string;
  /** Asks a node. */
  state(): Promise<TransactionState>;
  /** Milliseconds between two questions. */
  readonly pollMs: number;
  readonly signal: AbortSignal;
}

/**
 * Waits until a transaction is in a block: the `confirm` of an executor whose wallet does not wait
 * by itself.
 *
 * @throws PortageError `TRANSACTION_REVERTED`; and when the signal aborts
 * @example
 * ```ts
 * await awaitTransaction({ txId: '0x…', state: async () => 'mined', pollMs: 500, signal });
 * ```
 */
export async function awaitTransaction(awaited: AwaitedTransaction): Promise<void> {
  const { txId, pollMs, signal } = awaited;
  for (;;) {
    const state = await awaited.state();
    if (state === 'mined') return;
    if (state === 'reverted')
      throw new PortageError('TRANSACTION_REVERTED', {
        message: 'The transaction failed on its chain.',
        context: { txId },
      });
    await sleep(pollMs, signal);
  }
}
