import type { CollectionIntent } from '@portage/core/chain';
import type { Queryable, Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import type { Signing, StoredTransaction } from '../../transactions/outbox/signedTransactions.js';
import { takeEarnings, type TakenEarning, type TakeEarningsOptions } from './takeEarnings.js';
import { endFailed, type ProvenCollection } from './endFailed.js';
import { readDue, type DueEarnings } from './readDue.js';
import { readEarnings, type Earnings } from './readEarnings.js';
import { readFailed, type FailedCollection } from './readFailed.js';
import { reserveCollection, type NewCollection } from './reserveCollection.js';

/** Earnings that are collected from depositories. */
export interface Collections {
  /** Earnings of a chain that wait to be collected, by currency. */
  due(chainId: number): Promise<readonly DueEarnings[]>;
  /** Earnings of every chain and currency: earned, collected, lost, due. */
  earnings(): Promise<readonly Earnings[]>;
  /** Takes due ones of a currency, for as long as the transaction lasts. */
  take(tx: Transaction, options: TakeEarningsOptions): Promise<readonly TakenEarning[]>;
  /** Makes a collection durable before it is sent: settlement, gas, signed bytes. */
  reserve(
    tx: Transaction,
    signing: Signing<CollectionIntent>,
    collection: NewCollection,
  ): Promise<readonly StoredTransaction[]>;
  /** Failed ones whose signature may still be carried out: their earnings are not due again. */
  failed(chainId: number): Promise<readonly FailedCollection[]>;
  /** Ends one of them, once: its earnings are due again, or another account collected them. */
  endFailed(proven: ProvenCollection): Promise<boolean>;
}

/** Makes the verbs of collections. */
export function createCollections(database: Queryable, settlement: SettlementContext): Collections {
  return {
    due: (chainId) => readDue(database, chainId),
    earnings: () => readEarnings(database),
    take: takeEarnings,
    reserve: reserveCollection,
    failed: (chainId) => readFailed(database, chainId),
    endFailed: (proven) => endFailed(settlement, proven),
  };
}
