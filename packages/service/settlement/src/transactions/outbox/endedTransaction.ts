import type { TransactionOutcome } from '@portage/core/chain';
import type { InventoryChange } from '../../kit/inventory/inventory.js';
import type { LedgerChain } from '../../books/ledger/accounts.js';
import type { BookedTransaction } from '../../books/ledger/entries/transactionEntry.js';
import type { OutboxRow } from './readOutbox.js';

/**
 * A transaction of ours whose end is final; of one that pays several, one of its payments with the
 * part of the fee that it bears.
 */
export interface EndedTransaction<Row extends OutboxRow = OutboxRow> {
  readonly row: Row;
  readonly outcome: Extract<TransactionOutcome, { readonly status: 'mined' | 'reverted' }>;
}

/** Chain on which the end of transactions is settled. */
export interface SettlingContext {
  readonly chain: LedgerChain;
}

/** An ended transaction as the ledger books it. */
export function toBooked(
  chain: LedgerChain,
  { row, outcome }: EndedTransaction,
): BookedTransaction {
  const { txId, sender, sequence, place, reorgCount } = row;
  const { gasCost, gasPayer } = outcome;
  return { chain, txId, sender, sequence, place, reorgCount, gasCost, gasPayer };
}

/** Inventory that gas took, whatever became of the transaction. */
export function spentGas(
  { id, native }: LedgerChain,
  { row: { sender }, outcome: { gasCost, gasPayer } }: EndedTransaction,
): InventoryChange {
  const balance = gasPayer === 'depository' ? 0n : -gasCost;
  return { chainId: id, sender, currency: native, balance, reserved: 0n };
}
