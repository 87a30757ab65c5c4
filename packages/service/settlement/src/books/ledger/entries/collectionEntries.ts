import { accounts } from '../accounts.js';
import type { Entry } from '../createLedger.js';
import {
  gasPostings,
  transactionEntry,
  type AssetAmount,
  type BookedTransaction,
} from './transactionEntry.js';

/** Books a collection: its gas, and the earnings that it brought into the sender's hands. */
export function collectionEntry(
  transaction: BookedTransaction,
  { asset, amount }: AssetAmount,
): readonly Entry[] {
  return transactionEntry(transaction, [
    ...gasPostings(transaction),
    { account: accounts.inventory(transaction.sender), asset, amount },
    { account: accounts.collected, asset, amount: -amount },
  ]);
}
