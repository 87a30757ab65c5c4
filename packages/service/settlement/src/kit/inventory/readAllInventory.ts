import type { Queryable } from '@portage/database';
import type { InventoryRow } from './inventory.js';

/** Balance of a sender of any chain. */
export interface HeldBalance extends InventoryRow {
  readonly chainId: number;
  readonly sender: string;
}

/** Balances of the senders of all chains, reserved amounts included. */
export async function readAllInventory(database: Queryable): Promise<readonly HeldBalance[]> {
  return database.query<HeldBalance & Readonly<Record<string, unknown>>>(`
select chain_id as "chainId", sender, currency, balance, reserved, exists (select from asset_faults f
    where f.chain_id = i.chain_id and f.currency = i.currency and f.kind = 'missing') as "isHalted"
  from inventory i order by chain_id, sender, currency`);
}
