import { assert } from '@portage/core';
import type { Lease, Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { noEffects } from '../../transactions/effects/settlementEffects.js';
import { writeEffects } from '../../transactions/effects/writeEffects.js';
import { hashBytes } from '../../kit/hashId.js';
import { ledgerAsset, type LedgerChain } from '../../books/ledger/accounts.js';
import { collectionEntry } from '../../books/ledger/entries/collectionEntries.js';
import type { FailedCollection } from './readFailed.js';

/** A failed collection of which the chain has proven what became of its signature. */
export interface ProvenCollection {
  readonly chain: LedgerChain;
  readonly collection: FailedCollection;
  /** `expired`: no account carried it out, and none can. `used`: another account did. */
  readonly fate: 'expired' | 'used';
  readonly lease: Lease;
}

/** Deletes the failed collection; no when the lease no longer holds, or it was deleted before. */
async function deleteFailed(
  tx: Transaction,
  { collection, lease }: ProvenCollection,
): Promise<boolean> {
  const rows = await tx.query(
    `with lease as (
       select 1 from leases where name = $2 and epoch = $3 and expires_at > clock_timestamp() for share
     )
     delete from failed_collections where order_id = $1 and exists (select from lease) returning order_id`,
    [hashBytes(collection.orderId), lease.name, lease.epoch],
  );
  return rows.length > 0;
}

/** Books what another account collected: the earnings, and no gas of ours. */
async function bookCarriedOut(
  tx: Transaction,
  settlement: Pick<SettlementContext, 'ledger' | 'hub' | 'jobs'>,
  { chain, collection }: ProvenCollection,
): Promise<void> {
  const { carriedOut, sender, currency, amount, orderId } = collection;
  assert(carriedOut?.amount === amount, 'what is carried out is what was signed for');
  const { txId, ordinal: place } = carriedOut;
  await writeEffects(tx, settlement, {
    ...noEffects,
    entries: collectionEntry(
      { chain, txId, sender, place, sequence: 0n, reorgCount: 0, gasCost: 0n },
      { asset: ledgerAsset(chain.id, currency), amount },
    ),
    inventory: [{ chainId: chain.id, sender, currency, balance: amount, reserved: 0n }],
  });
  await tx.query(
    `update releases q set unbooked = false where q.chain_id = $1 and q.tx_id = $2 and q.unbooked and exists (
       select from outbox o where o.order_id = $3 and o.purpose = 'collection' and o.authorization_nonce = q.nonce)`,
    [chain.id, txId, hashBytes(orderId)],
  );
}

/**
 * Ends a failed collection, once: its earnings are due again, or another account has collected
 * them. Answers with whether this call did it.
 */
export async function endFailed(
  settlement: SettlementContext,
  proven: ProvenCollection,
): Promise<boolean> {
  return settlement.transaction(async (tx) => {
    if (!(await deleteFailed(tx, proven))) return false;
    if (proven.fate === 'used') await bookCarriedOut(tx, settlement, proven);
    else
      await tx.query('update settlements set collected_by = null where collected_by = $1', [
        proven.collection.orderId,
      ]);
    return true;
  });
}
