import { accounts } from '../accounts.js';
import type { Entry } from '../createLedger.js';
import {
  gasPostings,
  nonZero,
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

/** A rebalance that arrived. */
export interface BookedDelivery {
  /** Id of the rebalance; its delivery is booked once. */
  readonly id: string;
  readonly sent: AssetAmount;
  readonly received: AssetAmount;
  /** Amount that the path kept, in the asset that arrived. */
  readonly kept: bigint;
  /** Account that holds it now. */
  readonly recipient: string;
}

/**
 * Books a delivery: what was in flight goes to the path, which gives what it is worth. What arrives
 * is inventory, and what the path keeps is its cost.
 */
export function deliveryEntry({ id, sent, received, kept, recipient }: BookedDelivery): Entry {
  return {
    kind: 'delivery',
    ref: id,
    postings: nonZero([
      { account: accounts.inFlight, asset: sent.asset, amount: -sent.amount },
      { account: accounts.outside, asset: sent.asset, amount: sent.amount },
      { account: accounts.outside, asset: received.asset, amount: -received.amount - kept },
      { account: accounts.inventory(recipient), asset: received.asset, amount: received.amount },
      { account: accounts.pathCost, asset: received.asset, amount: kept },
    ]),
  };
}
