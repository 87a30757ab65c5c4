import type { Transaction } from '@portage/database';
import type { SettlementContext } from '../context.js';
import { changeInventory, seedInventory } from '../inventory/inventory.js';
import { ledgerAsset } from '../ledger/accounts.js';
import { capitalEntry } from '../ledger/entries/inventoryEntries.js';
import { summarizeOutbox } from './readOutbox.js';

/** Balance of a currency that was read from the chain. */
export interface CountedBalance {
  readonly currency: string;
  readonly balance: bigint;
  /** Chain less books. */
  readonly difference: bigint;
  /** The currency was never counted before. */
  readonly isNew: boolean;
}

/** Balances of a sender, as they were read. */
export interface InventoryCount {
  readonly chainId: number;
  readonly sender: string;
  readonly balances: readonly CountedBalance[];
  /** Transactions that the outbox of the sender had when the balances were read. */
  readonly transactions: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Books what a sender holds on its chain beyond the books as the owner's capital, unless a
 * transaction of the sender came in between.
 */
export async function countInventory(
  tx: Transaction,
  { ledger }: Pick<SettlementContext, 'ledger'>,
  { chainId, sender, balances, transactions, now }: InventoryCount,
): Promise<void> {
  const outbox = await summarizeOutbox(tx, chainId, sender);
  if (outbox.open > 0 || outbox.total !== transactions) return;
  for (const { currency, balance, isNew } of balances)
    if (isNew) await seedInventory(tx, chainId, sender, currency, balance);
  await changeInventory(
    tx,
    balances
      .filter(({ isNew }) => !isNew)
      .map(({ currency, difference }) => ({
        ...{ chainId, sender, currency },
        balance: difference,
        reserved: 0n,
      })),
  );
  await ledger.book(
    tx,
    balances
      .filter(({ difference }) => difference !== 0n)
      .map(({ currency, balance, difference, isNew }) =>
        capitalEntry({
          ref: `${String(chainId)}:${sender}:${currency}:${balance.toString()}:${String(transactions)}:${String(now)}`,
          sender,
          asset: ledgerAsset(chainId, currency),
          amount: difference,
          isNew,
        }),
      ),
  );
}
