import { noEffects, type SettlementEffects } from '../../transactions/effects/settlementEffects.js';
import { ledgerAsset } from '../../books/ledger/accounts.js';
import { collectionEntry } from '../../books/ledger/entries/collectionEntries.js';
import { gasEntry } from '../../books/ledger/entries/payoutEntries.js';
import {
  spentGas,
  toBooked,
  type EndedTransaction,
  type SettlingContext,
} from '../../transactions/outbox/endedTransaction.js';
import type { OutboxRow } from '../../transactions/outbox/readOutbox.js';

/** A transaction of ours that brings earnings home. */
export type CollectionRow = OutboxRow & {
  readonly collection: NonNullable<OutboxRow['collection']>;
};

/** A transaction that brought earnings home, or failed to, whose end is final. */
export type EndedCollection = EndedTransaction & { readonly row: CollectionRow };

/** Whether a transaction brings earnings home. */
export function isCollection(row: OutboxRow): row is CollectionRow {
  return row.collection !== undefined;
}

/** End of a collection, whatever became of it: its gas is reserved no longer. */
function closed(
  { chain }: SettlingContext,
  { sender, collection }: CollectionRow,
): SettlementEffects {
  const { orderId, leg, gasReserved } = collection;
  return {
    ...noEffects,
    inventory: [
      { chainId: chain.id, sender, currency: chain.native, balance: 0n, reserved: -gasReserved },
    ],
    settlements: [{ orderId, leg, settled: true, gasReserved: 0n }],
  };
}

/**
 * Effects of a collection none of whose transactions can land any more: what it would have brought
 * is due again, for another collection, as soon as its signature is proven to be over. Pure.
 */
export function failCollection(context: SettlingContext, row: CollectionRow): SettlementEffects {
  return { ...closed(context, row), failedCollections: [row.collection.orderId] };
}

/** Effects of the end of a collection. Pure. */
export function settleCollection(
  context: SettlingContext,
  ended: EndedCollection,
): SettlementEffects {
  const { chain } = context;
  const { row, outcome } = ended;
  const { currency, amount } = row.collection.intent;
  const transaction = toBooked(chain, ended);
  const place = { chainId: chain.id, sender: row.sender, reserved: 0n };
  const gas = spentGas(chain, ended);
  if (outcome.status === 'reverted') {
    const failed = failCollection(context, row);
    return { ...failed, entries: gasEntry(transaction), inventory: [...failed.inventory, gas] };
  }
  const done = closed(context, row);
  return {
    ...done,
    entries: collectionEntry(transaction, {
      asset: ledgerAsset(chain.id, currency),
      amount: BigInt(amount),
    }),
    inventory: [...done.inventory, gas, { ...place, currency, balance: BigInt(amount) }],
  };
}
