import type { RelayIntent } from '@portage/core/chain';
import type { PathDelivery } from '@portage/core/plugin';
import type { Lease, Queryable, Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import type { Signing, StoredTransaction } from '../../transactions/outbox/signedTransactions.js';
import { deliverTransfer } from './deliverTransfer.js';
import { readTargets, writeTargets, type InventoryTarget } from './inventoryTargets.js';
import { readDemands, type Demand } from './readDemands.js';
import { readTransfers } from './readTransfers.js';
import { reserveTransfer, type MadeTransfer } from './reserveTransfer.js';
import type { StoredTransfer } from './transfer.js';

/** Inventory that is moved between chains. */
export interface Transfers {
  /** Transfers that are open, and those of the last 24 hours, newest first. */
  recent(database?: Queryable): Promise<readonly StoredTransfer[]>;
  /** Inventory that orders with external liquidity wait for. */
  demands(database?: Queryable): Promise<readonly Demand[]>;
  /** Inventory targets of operators, as the workers of the chains computed them last. */
  targets(): Promise<readonly InventoryTarget[]>;
  /** Writes the targets of a chain, all of them. */
  report(chainId: number, targets: readonly InventoryTarget[]): Promise<void>;
  /** Lets one process at a time decide about transfers, until the transaction ends. */
  lock(tx: Transaction): Promise<void>;
  /** Whether the lease holds still, and the chain is not halted. */
  maySend(tx: Transaction, chainId: number, lease: Lease): Promise<boolean>;
  /** Makes a transfer durable before it is sent: settlement, amount, gas, signed bytes. */
  reserve(
    tx: Transaction,
    signing: Signing<RelayIntent>,
    transfer: MadeTransfer,
  ): Promise<readonly StoredTransaction[]>;
  /**
   * Books the delivery of a transfer, once; false where it was booked before, and where the events
   * of its chain are not written up to it.
   */
  deliver(transfer: StoredTransfer, delivery: PathDelivery): Promise<boolean>;
}

/** Makes the verbs of transfers. */
export function createTransfers(database: Queryable, settlement: SettlementContext): Transfers {
  return {
    recent: (source = database) => readTransfers(source),
    demands: (source = database) => readDemands(source),
    targets: () => readTargets(database),
    report: (chainId, targets) => writeTargets(database, chainId, targets),
    lock: async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtext('portage_transfers'))`);
    },
    maySend: async (tx, chainId, { name, epoch }) => {
      const rows = await tx.query(
        `select 1 from leases where name = $2 and epoch = $3 and expires_at > clock_timestamp()
           and not exists (select 1 from chain_cursors where chain_id = $1 and halted_reason is not null) for share`,
        [chainId, name, epoch],
      );
      return rows.length > 0;
    },
    reserve: reserveTransfer,
    deliver: (transfer, delivery) =>
      settlement.transaction((tx) => deliverTransfer(tx, settlement, transfer, delivery)),
  };
}
