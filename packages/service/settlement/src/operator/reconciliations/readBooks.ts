import type { Queryable, Transaction } from '@portage/database';
import type { KnownProgress } from '../../chains/filterCanonical.js';
import { readProgress } from '../../chains/readChain.js';
import type { SettlementContext } from '../../books/context.js';
import { readInventory, type InventoryRow } from '../../kit/inventory/inventory.js';
import {
  readOutbox,
  summarizeOutbox,
  type OutboxRow,
  type OutboxSummary,
} from '../../transactions/outbox/readOutbox.js';
import { readVaultBooks } from '../../books/vault/readVaultBooks.js';

/** Open transactions beyond which a chain is not compared. */
const openMax = 5_000;

/** Reading of the books of a sender and its depository, all of it at one moment. */
export interface BooksReading {
  /** Height up to which the events of the chain are written; undefined before the first step. */
  readonly progress: KnownProgress | undefined;
  /** Differences between chain and books that were booked until now. */
  readonly reconciled: number;
  readonly inventory: readonly InventoryRow[];
  /** Amounts that the depository should hold, by currency. */
  readonly vault: ReadonlyMap<string, bigint>;
  readonly outbox: OutboxSummary;
  /** Transactions whose end is not booked. */
  readonly open: readonly OutboxRow[];
  /**
   * Whether `open` is all that the books lack: there are no payments of a time that the database
   * has lost.
   */
  readonly isWhole: boolean;
}

async function readReconciled(database: Queryable, chainId: number): Promise<number> {
  const [row] = await database.query<{ reconciled: number }>(
    'select reconciled from chain_cursors where chain_id = $1',
    [chainId],
  );
  return row?.reconciled ?? 0;
}

/** Reads the books of a sender and its depository as one snapshot. */
export function readBooks(
  settlement: Pick<SettlementContext, 'transaction'>,
  chainId: number,
  sender: string,
): Promise<BooksReading> {
  return settlement.transaction(async (tx: Transaction) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    const [progress, reconciled, inventory, vault, outbox, open] = await Promise.all([
      readProgress(tx, chainId),
      readReconciled(tx, chainId),
      readInventory(tx, chainId, sender),
      readVaultBooks(tx, chainId),
      summarizeOutbox(tx, chainId, sender),
      readOutbox(tx, chainId, sender, openMax),
    ]);
    const isWhole = outbox.open === open.length;
    return { progress, reconciled, inventory, vault, outbox, open, isWhole };
  });
}
