import type { Queryable } from '@portage/database';
import { readInventory, type InventoryRow } from '../../kit/inventory/inventory.js';
import { readAllInventory, type HeldBalance } from '../../kit/inventory/readAllInventory.js';

/** Money that senders hold to pay with. */
export interface Inventory {
  /** Everything that a sender holds; inside a transaction, its own `tx` is the database. */
  read(database: Queryable, chainId: number, sender: string): Promise<readonly InventoryRow[]>;
  /** Everything that senders of all chains hold. */
  all(database: Queryable): Promise<readonly HeldBalance[]>;
}

/** Makes the verbs of inventory. */
export function createInventory(): Inventory {
  return { read: readInventory, all: readAllInventory };
}
