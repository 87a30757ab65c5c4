import type { CollectionIntent } from '@portage/core/chain';
import { textArray, type Transaction } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';
import type { Signing, StoredTransaction } from '../../transactions/outbox/signedTransactions.js';
import {
  collectionLeg,
  toStoredCollection,
} from '../../transactions/settlements/collectionIntent.js';
import { reserve } from '../../transactions/outbox/reserve.js';
import type { TakenEarning } from './takeEarnings.js';

/** A collection that is signed and sent. */
export interface NewCollection {
  readonly intent: CollectionIntent;
  /** Earnings that it collects. */
  readonly earnings: readonly TakenEarning[];
  /** Native currency that is reserved for gas, in smallest units. */
  readonly gasReserve: bigint;
}

/** Reserves a collection, with a mark on each settlement that it collects. */
export function reserveCollection(
  tx: Transaction,
  signing: Signing<CollectionIntent>,
  { intent, earnings, gasReserve }: NewCollection,
): Promise<readonly StoredTransaction[]> {
  const { orderId } = intent;
  return reserve(
    tx,
    signing,
    [
      {
        obligation: {
          kind: 'collection',
          orderId,
          leg: collectionLeg,
          intent: toStoredCollection(intent),
          gasReserved: gasReserve,
        },
        taken: [],
        intent,
      },
    ],
    () =>
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
}
