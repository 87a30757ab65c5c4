import type { SignedTransaction } from '@portage/core/chain';
import type { Quorum } from '@portage/chain-kit';
import { findTransaction } from './findTransaction.js';
import { hasFailed, isOver } from './judgeOutcome.js';
import { laneOf, type Lanes } from './lane.js';
import { readStored } from './storedTransaction.js';

/** `open`: it may land. `used`: its nonce was used, by it or another. `unused`: it never lands. */
export type Fate = 'open' | 'used' | 'unused';

/** Options of {@link createFate}. */
export interface FateOptions {
  readonly lanes: Lanes;
  readonly quorum: Quorum;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/**
 * Tells whether something may take the place of a signed transaction: only once its time is over,
 * a quorum of hosts knows nothing of it, and its nonce was not used.
 */
export function createFate({
  lanes,
  quorum,
  clock,
}: FateOptions): (transaction: SignedTransaction) => Promise<Fate> {
  return async (transaction) => {
    const stored = readStored(transaction);
    if (!isOver(stored, clock())) return 'open';
    const found = await findTransaction(quorum, transaction.txId);
    if (found === 'unclear') return 'open';
    const { nonces } = laneOf(lanes, stored.accountIndex);
    if ((await nonces.refresh()) > stored.nonce) return 'used';
    return found === undefined || hasFailed(found) ? 'unused' : 'open';
  };
}
