import type { CollectionIntent } from '@portage/core/chain';
import { textArray, type Transaction } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';
import {
  takeSigned,
  type Signing,
  type StoredTransaction,
} from '../../transactions/outbox/signedTransactions.js';
import {
  commitTransactions,
  openSettlements,
} from '../../transactions/outbox/storeTransactions.js';
import {
  collectionLeg,
  toStoredCollection,
} from '../../transactions/settlements/collectionIntent.js';
import type { ClaimedEarning } from './claimEarnings.js';

/** A collection that is signed and sent. */
export interface NewCollection {
  readonly intent: CollectionIntent;
  /** Earnings that it brings home. */
  readonly earnings: readonly ClaimedEarning[];
  /** Native currency that is reserved for gas, in smallest units. */
  readonly gasReserve: bigint;
}

/**
 * Reserves a collection as a payout is reserved: its settlement, its gas, its signed bytes and the
 * mark on each settlement that it collects are durable with the commit of `tx`.
 */
export async function reserveCollection(
  tx: Transaction,
  { chain, sender, firstSequence, sign }: Signing<CollectionIntent>,
  { intent, earnings, gasReserve }: NewCollection,
): Promise<readonly StoredTransaction[]> {
  const { orderId } = intent;
  const leg = collectionLeg;
  tx.withCommit(
    openSettlements(tx, [
      {
        orderId,
        leg,
        kind: 'collection',
        chainId: chain.id,
        intent: toStoredCollection(intent),
        gasReserved: gasReserve,
      },
    ]),
  );
  tx.withCommit(
    tx.query(
      `update settlements s set collected_by = $1 from unnest($2::bytea[], $3::text[]) as t (order_id, leg)
         where s.order_id = t.order_id and s.leg = t.leg`,
      [
        orderId,
        hashArray(earnings.map(({ settlement }) => settlement.orderId)),
        textArray(earnings.map(({ settlement }) => settlement.leg)),
      ],
    ),
  );
  const signed = await sign([intent], firstSequence);
  const stored: StoredTransaction = {
    purpose: 'collection',
    orderId,
    leg,
    transaction: takeSigned(signed, firstSequence, 0),
  };
  tx.withCommit(
    commitTransactions(tx, {
      chainId: chain.id,
      sender,
      rows: [{ ...stored, settlement: stored }],
      reservations: [{ currency: chain.native, amount: gasReserve }],
      jobIds: [],
    }),
  );
  return [stored];
}
