import type { SettlementEffects } from '../../transactions/effects/settlementEffects.js';
import { ledgerAsset } from '../../books/ledger/accounts.js';
import { collectionEntry } from '../../books/ledger/entries/collectionEntries.js';
import { gasEntry } from '../../books/ledger/entries/payoutEntries.js';
import {
  spentGas,
  toBooked,
  type EndedTransaction,
  type SettlingContext,
} from '../../transactions/outbox/endedTransaction.js';
import type { RowOf } from '../../transactions/outbox/readOutbox.js';
import { closed } from '../../transactions/outbox/closed.js';

/** End of a collection, whatever became of it; it takes nothing but its gas. */
const closedCollection = (context: SettlingContext, row: RowOf<'collection'>): SettlementEffects =>
  closed(context, row, { taken: [], settled: true });

/**
 * Effects of a collection none of whose transactions can land any more: what it would have brought
 * is due again, for another collection, as soon as its signature is proven to be over. Pure.
 */
export function failCollection(
  context: SettlingContext,
  row: RowOf<'collection'>,
): SettlementEffects {
  return { ...closedCollection(context, row), failedCollections: [row.obligation.orderId] };
}

/** Effects of the end of a collection. Pure. */
export function settleCollection(
  context: SettlingContext,
  ended: EndedTransaction<RowOf<'collection'>>,
): SettlementEffects {
  const { chain } = context;
  const { row, outcome } = ended;
  const { currency, amount } = row.obligation.intent;
  const transaction = toBooked(chain, ended);
  const place = { chainId: chain.id, sender: row.sender, reserved: 0n };
  const gas = spentGas(chain, ended);
  if (outcome.status === 'reverted') {
    const failed = failCollection(context, row);
    return { ...failed, entries: gasEntry(transaction), inventory: [...failed.inventory, gas] };
  }
  const done = closedCollection(context, row);
  return {
    ...done,
    entries: collectionEntry(transaction, {
      asset: ledgerAsset(chain.id, currency),
      amount: BigInt(amount),
    }),
    inventory: [...done.inventory, gas, { ...place, currency, balance: BigInt(amount) }],
  };
}
