import type { Queryable } from '@portage/database';
import type { SettlementContext } from '../context.js';
import { readInventory, type InventoryRow } from '../inventory/inventory.js';
import { countInventory, type InventoryCount } from './countInventory.js';

/** Money that senders hold to pay with. */
export interface Inventory {
  /** Everything that a sender holds; inside a transaction, its own `tx` is the database. */
  read(database: Queryable, chainId: number, sender: string): Promise<readonly InventoryRow[]>;
  /** Books balances that were read from the chain, unless the sender has sent something since. */
  count(count: InventoryCount): Promise<void>;
}

/** Makes the verbs of inventory. */
export function createInventory(
  settlement: Pick<SettlementContext, 'transaction' | 'ledger'>,
): Inventory {
  return {
    read: readInventory,
    count: (count) => settlement.transaction((tx) => countInventory(tx, settlement, count)),
  };
}
