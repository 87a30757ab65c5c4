import type { SignedTransaction } from '@portage/core/chain';
import { isFailure } from '@portage/exchange/api';
import type { Notes } from '../observe/createNotes.js';
import { findTransaction, type TransactionSource } from './findTransaction.js';
import { isOver } from './judgeOutcome.js';
import { nonceKeyOf, type NonceKeys } from './nonceKey.js';
import { readStored } from './storedTransaction.js';

/** `open`: it may land. `used`: its nonce was used, by it or another. `unused`: it never lands. */
export type Fate = 'open' | 'used' | 'unused';

/** Options of {@link createFate}. */
export interface FateOptions extends TransactionSource {
  readonly nonceKeys: NonceKeys;
  /** Hears of a nonce that was used by something that no host shows. */
  readonly notes: Notes;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/**
 * Tells whether something may take the place of a signed transaction: only once its time is over,
 * a quorum of hosts knows nothing of it, and its nonce was not used.
 */
export function createFate({
  nonceKeys,
  notes,
  clock,
  ...source
}: FateOptions): (transaction: SignedTransaction) => Promise<Fate> {
  return async (transaction) => {
    const stored = readStored(transaction);
    if (!isOver(stored, clock())) return 'open';
    const found = await findTransaction(source, transaction.txId);
    if (found === 'unclear') return 'open';
    const { nonces } = nonceKeyOf(nonceKeys, stored.accountIndex);
    if ((await nonces.refresh()) > stored.nonce) {
      if (found === undefined)
        notes.once(transaction.txId, 'the nonce of a payment was used, and no host shows it', {
          txId: transaction.txId,
          account: stored.accountIndex,
          nonce: stored.nonce,
        });
      return 'used';
    }
    return found === undefined || isFailure(found.status) ? 'unused' : 'open';
  };
}
