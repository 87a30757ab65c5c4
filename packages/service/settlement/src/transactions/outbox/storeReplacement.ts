import { assert } from '@portage/core';
import type { SignedTransaction } from '@portage/core/chain';
import type { Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import type { LedgerChain } from '../../books/ledger/accounts.js';
import type { OutboxRow } from './readOutbox.js';
import {
  lockNewest,
  reserveGas,
  storeTransactions,
  type NewOutboxRow,
} from './storeTransactions.js';

/** A transaction with the sequence and a higher fee of an open one. */
export interface Replacement {
  readonly chain: LedgerChain;
  /** All payments of the transaction, in the order of their sequences. */
  readonly rows: readonly [OutboxRow, ...OutboxRow[]];
  /**
   * Bytes that take its place, with the sequence of its first payment; signed within the
   * transaction that stores them where coins must be spent once.
   */
  readonly next: SignedTransaction | ((tx: Transaction) => Promise<SignedTransaction>);
  /** It makes the same payment, or none. */
  readonly how: 'bump' | 'cancel';
}

/**
 * Stores the bytes that outbid a transaction, for each of its payments, with the gas that may be
 * due beside what is reserved already. Nothing is stored where one of them was closed or outbid.
 *
 * @returns what is to be sent: what was stored, or the transaction itself where nothing takes its
 *   place; undefined where another process has outbid it since it was read
 */
export async function storeReplacement(
  { transaction }: Pick<SettlementContext, 'transaction'>,
  { chain, rows, next, how }: Replacement,
): Promise<SignedTransaction | undefined> {
  const [first] = rows;
  return await transaction(async (tx) => {
    // Coins are locked before the rows, as where payments are signed.
    const signed = typeof next === 'function' ? await next(tx) : next;
    assert(signed.sequence === first.sequence, 'a version has the sequence of the one before');
    if (!(await lockNewest(tx, chain.id, rows))) return undefined;
    if (signed.txId === first.txId) return first;
    const stored = rows.map((row) => replacedRow(signed, row, how));
    await storeTransactions(tx, chain.id, stored);
    for (const row of rows) if (how === 'bump') await reserveBump(tx, chain, row);
    return signed;
  });
}

/** A payment as the bytes have it that outbid its transaction; a cancellation has none. */
function replacedRow(
  signed: SignedTransaction,
  row: OutboxRow,
  how: Replacement['how'],
): NewOutboxRow {
  const settlement = how === 'cancel' ? undefined : row.obligation;
  return {
    transaction: { ...signed, sequence: row.sequence },
    purpose: settlement === undefined ? 'cancel' : row.purpose,
    settlement,
  };
}

async function reserveBump(tx: Transaction, chain: LedgerChain, row: OutboxRow): Promise<void> {
  const { obligation } = row;
  if (obligation === undefined) return;
  await reserveGas(
    tx,
    obligation,
    { chainId: chain.id, sender: row.sender, currency: chain.native },
    obligation.gasReserved / BigInt(row.versions),
  );
}
