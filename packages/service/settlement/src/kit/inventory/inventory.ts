import type { Queryable, Statement } from '@portage/database';
import { int8Array, numericArray, textArray } from '@portage/database';

/** Balance of a sender in a currency. */
export interface InventoryRow {
  readonly currency: string;
  readonly balance: bigint;
  /** Promised to payments that are not mined yet. */
  readonly reserved: bigint;
  /** Whether less was found than the books say; nothing of it is spent until that is made good. */
  readonly isHalted?: boolean | undefined;
}

const readStatement: Statement = {
  name: 'inventory_read',
  isReading: true,
  text: `select currency, balance, reserved, exists (select from asset_faults f
      where f.chain_id = i.chain_id and f.currency = i.currency and f.kind = 'missing') as "isHalted"
    from inventory i where chain_id = $1 and sender = $2`,
};

/**
 * Everything that a sender holds; a currency that was never counted is missing, which is not the
 * same as zero.
 */
export async function readInventory(
  database: Queryable,
  chainId: number,
  sender: string,
): Promise<readonly InventoryRow[]> {
  return database.query<{ currency: string; balance: bigint; reserved: bigint; isHalted: boolean }>(
    readStatement,
    [chainId, sender],
  );
}

/** A change of what a sender holds of a currency. */
export interface InventoryChange {
  readonly chainId: number;
  readonly sender: string;
  readonly currency: string;
  readonly balance: bigint;
  readonly reserved: bigint;
}

const changeStatement: Statement = {
  name: 'inventory_change',
  text: `
update inventory i set balance = i.balance + t.balance, reserved = i.reserved + t.reserved, updated_at = clock_timestamp()
  from unnest($1::bigint[], $2::text[], $3::text[], $4::numeric[], $5::numeric[]) as t (chain_id, sender, currency, balance, reserved)
  where i.chain_id = t.chain_id and i.sender = t.sender and i.currency = t.currency`,
};

/**
 * Adds changes to what senders hold. The database refuses to hold more than there is (SQLSTATE
 * 23514).
 */
export async function changeInventory(
  database: Queryable,
  changes: readonly InventoryChange[],
): Promise<void> {
  const sums = new Map<string, InventoryChange>();
  for (const change of changes) {
    const key = JSON.stringify([change.chainId, change.sender, change.currency]);
    const sum = sums.get(key);
    sums.set(key, {
      ...change,
      balance: change.balance + (sum?.balance ?? 0n),
      reserved: change.reserved + (sum?.reserved ?? 0n),
    });
  }
  const rows = [...sums.values()].filter(
    ({ balance, reserved }) => balance !== 0n || reserved !== 0n,
  );
  if (rows.length === 0) return;
  await database.query(changeStatement, [
    int8Array(rows.map((r) => r.chainId)),
    textArray(rows.map((r) => r.sender)),
    textArray(rows.map((r) => r.currency)),
    numericArray(rows.map((r) => r.balance)),
    numericArray(rows.map((r) => r.reserved)),
  ]);
}

/** Counts a currency of a sender for the first time. */
export async function seedInventory(
  database: Queryable,
  chainId: number,
  sender: string,
  currency: string,
  balance: bigint,
): Promise<void> {
  await database.query(
    'insert into inventory (chain_id, sender, currency, balance) values ($1, $2, $3, $4)',
    [chainId, sender, currency, balance],
  );
}
