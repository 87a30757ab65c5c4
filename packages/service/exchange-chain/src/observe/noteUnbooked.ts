import type { ExchangeTransaction } from '@portage/exchange/api';
import type { Notes } from './createNotes.js';
import { decodeTransfer, isOurs, termsOf, type Accounts } from './decodeTransfer.js';

/** Notes, and the accounts whose money they are about. */
export interface UnbookedOptions {
  readonly accounts: Accounts;
  readonly notes: Notes;
}

/**
 * Tells operators of transfers that have moved money of ours and that no order knows: to the
 * solver, of an asset without a currency, or of a text that does not say what moved. Comparing the
 * books with the balances finds their amounts.
 */
export function noteUnbooked(
  transactions: readonly ExchangeTransaction[],
  { accounts, notes }: UnbookedOptions,
): void {
  for (const transaction of transactions) {
    if (!transaction.isFinal || decodeTransfer(transaction, accounts).length > 0) continue;
    const { hash: txId } = transaction;
    const terms = termsOf(transaction);
    if (terms === undefined) {
      notes.once(txId, 'a transfer of the exchange cannot be read', { txId, fault: 'no terms' });
      continue;
    }
    const { fromAccountIndex: from, toAccountIndex: to, assetIndex, amount } = terms;
    if (isOurs(accounts, from) && isOurs(accounts, to)) continue;
    const moved = { from, to, assetIndex, routeType: terms.toRouteType, amount: String(amount) };
    notes.once(txId, 'a transfer of our accounts belongs to no order', { txId, ...moved });
  }
}
