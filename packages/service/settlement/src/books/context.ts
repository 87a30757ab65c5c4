import type { Transaction } from '@portage/database';
import type { Jobs } from '../kit/jobs/createJobs.js';
import type { Ledger } from './ledger/createLedger.js';
import type { Hub } from '../orders/requests/createHub.js';
import type { OrderMemory } from '../orders/requests/createOrderCache.js';

/** Parts of an opened settlement that a fact is written with. */
export interface SettlementContext {
  /** Runs `work` in one transaction; after a conflict with another one it runs again. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  readonly hub: Hub;
  readonly jobs: Jobs;
  readonly ledger: Ledger;
  /** Orders that were read lately. */
  readonly orders: OrderMemory;
}
