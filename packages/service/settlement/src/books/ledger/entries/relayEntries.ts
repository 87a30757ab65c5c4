import { accounts, ledgerAsset } from '../accounts.js';
import type { Entry } from '../createLedger.js';
import { transactionEntry, type BookedTransaction } from './transactionEntry.js';

/** Books a call of ours: its gas, and the native currency that went along. */
export function relayEntry(transaction: BookedTransaction, value: bigint): readonly Entry[] {
  const { chain, sender, gasCost } = transaction;
  const asset = ledgerAsset(chain.id, chain.native);
  return transactionEntry(transaction, [
    { account: accounts.inventory(sender), asset, amount: -gasCost - value },
    { account: accounts.gas, asset, amount: gasCost },
    { account: accounts.outside, asset, amount: value },
  ]);
}
