import { accounts } from '../accounts.js';
import type { Entry } from '../createLedger.js';
import {
  gasPostings,
  transactionEntry,
  type AssetAmount,
  type BookedTransaction,
} from './transactionEntry.js';

/** Books what left a sender for another chain: its gas, and the amount that is in flight. */
export function sentEntry(
  transaction: BookedTransaction,
  { asset, amount }: AssetAmount,
): readonly Entry[] {
  return transactionEntry(transaction, [
    ...gasPostings(transaction),
    { account: accounts.inventory(transaction.sender), asset, amount: -amount },
    { account: accounts.inFlight, asset, amount },
  ]);
}

/** A transfer that arrived. */
export interface BookedDelivery {
  /** Id of the transfer; its delivery is booked once. */
  readonly id: string;
  readonly sent: AssetAmount;
  readonly received: AssetAmount;
  /** Account that holds it now. */
  readonly recipient: string;
}

/**
 * Books a delivery: what was in flight goes to the path, which gives what arrived. The difference
 * is what the path keeps.
 */
export function deliveryEntry({ id, sent, received, recipient }: BookedDelivery): Entry {
  return {
    kind: 'delivery',
    ref: id,
    postings: [
      { account: accounts.inFlight, asset: sent.asset, amount: -sent.amount },
      { account: accounts.outside, asset: sent.asset, amount: sent.amount },
      { account: accounts.outside, asset: received.asset, amount: -received.amount },
      { account: accounts.inventory(recipient), asset: received.asset, amount: received.amount },
    ],
  };
}
