import type { LedgerChain } from '../ledger/accounts.js';
import { movedBy, type MovedBalances } from '../ledger/entries/movedBy.js';
import type { EndedTransaction } from '../outbox/endedTransaction.js';
import { settleTransaction } from '../payouts/settleTransactions.js';

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
