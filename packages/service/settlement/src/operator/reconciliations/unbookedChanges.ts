import type { LedgerChain } from '../../books/ledger/accounts.js';
import { movedBy, type MovedBalances } from '../../books/ledger/entries/movedBy.js';
import type { EndedTransaction } from '../../transactions/outbox/endedTransaction.js';
import { settleTransaction } from '../../payments/obligations/kinds.js';

/**
 * Changes that transactions in blocks will make to what the books say of a sender and of its
 * depository: what settling them will book. Pure.
 */
export function unbookedChanges(
  chain: LedgerChain,
  sender: string,
  ended: readonly EndedTransaction[],
): MovedBalances {
  const entries = ended.flatMap((one) => settleTransaction({ chain }, one).entries);
  return movedBy(entries, chain.id, sender);
}
