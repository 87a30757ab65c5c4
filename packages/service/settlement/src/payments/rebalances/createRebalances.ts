import type { RelayIntent } from '@portage/core/chain';
import type { PathDelivery } from '@portage/core/plugin';
import type { Lease, Queryable, Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import type { Signing, StoredTransaction } from '../../transactions/outbox/signedTransactions.js';
import { deliverRebalance } from './deliverRebalance.js';
import { readTargets, writeTargets, type InventoryTarget } from './inventoryTargets.js';
import { readDemands, type Demand } from './readDemands.js';
import { readRebalances } from './readRebalances.js';
import { reserveRebalance, type MadeRebalance } from './reserveRebalance.js';
import type { StoredRebalance } from './rebalance.js';

/** Inventory that is moved between chains. */
export interface Rebalances {
  /** Rebalances that are open, and those of the last 24 hours, newest first. */
  recent(database?: Queryable): Promise<readonly StoredRebalance[]>;
  /** Inventory that orders with external liquidity wait for. */
  demands(database?: Queryable): Promise<readonly Demand[]>;
  /** Inventory targets of operators, as the workers of the chains computed them last. */
  targets(): Promise<readonly InventoryTarget[]>;
  /** Writes the targets of a chain, all of them. */
  report(chainId: number, targets: readonly InventoryTarget[]): Promise<void>;
  /** Lets one process at a time decide about rebalances, until the transaction ends. */
  lock(tx: Transaction): Promise<void>;
  /** Whether the lease holds still, and the chain is not halted. */
  maySend(tx: Transaction, chainId: number, lease: Lease): Promise<boolean>;
  /** Makes a rebalance durable before it is sent: settlement, amount, gas, signed bytes. */
  reserve(
    tx: Transaction,
    signing: Signing<RelayIntent>,
    rebalance: MadeRebalance,
  ): Promise<readonly StoredTransaction[]>;
  /**
   * Books the delivery of a rebalance, once; false where it was booked before, and where the events
   * of its chain are not written up to it.
   */
  deliver(rebalance: StoredRebalance, delivery: PathDelivery): Promise<boolean>;
}

/** Makes the verbs of rebalances. */
export function createRebalances(database: Queryable, settlement: SettlementContext): Rebalances {
  return {
    recent: (source = database) => readRebalances(source),
    demands: (source = database) => readDemands(source),
    targets: () => readTargets(database),
    report: (chainId, targets) => writeTargets(database, chainId, targets),
    lock: async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtext('portage_rebalances'))`);
    },
    maySend: async (tx, chainId, { name, epoch }) => {
      const rows = await tx.query(
        `select 1 from leases where name = $2 and epoch = $3 and expires_at > clock_timestamp()
           and not exists (select 1 from chain_cursors where chain_id = $1 and halted_reason is not null) for share`,
        [chainId, name, epoch],
      );
      return rows.length > 0;
    },
    reserve: reserveRebalance,
    deliver: (rebalance, delivery) =>
      settlement.transaction((tx) => deliverRebalance(tx, settlement, rebalance, delivery)),
  };
}
