import type { SignedTransaction, TransactionIntent } from '@portage/core/chain';
import type { SettlementContext } from '../context.js';
import type { LedgerChain } from '../ledger/accounts.js';
import { toCallIntent } from '../settlements/relayIntent.js';
import { toSpendIntent } from '../settlements/payoutIntent.js';
import type { OutboxRow } from './readOutbox.js';
import { lockNewest, reserveGas, storeSpends } from './storeTransactions.js';

/** Intent of an open transaction; undefined where it serves nothing but its sequence. Pure. */
export function outboxIntent({ slot, call }: OutboxRow): TransactionIntent | undefined {
  if (call !== undefined) return toCallIntent(call, call.intent);
  return slot === undefined ? undefined : toSpendIntent(slot.orderId, slot.intent);
}

/** A transaction with the sequence and a higher fee of an open one. */
export interface Replacement {
  readonly chain: LedgerChain;
  readonly row: OutboxRow;
  readonly next: SignedTransaction;
  /** It pays the same, or nobody. */
  readonly how: 'bump' | 'cancel';
}

/**
 * Stores the bytes that outbid a transaction, with the gas that may be due beside what is reserved
 * already.
 *
 * @returns whether they were stored; not where another process has outbid it since it was read
 */
export async function storeReplacement(
  { transaction }: Pick<SettlementContext, 'transaction'>,
  { chain, row, next, how }: Replacement,
): Promise<boolean> {
  const slot = how === 'cancel' ? undefined : (row.slot ?? row.call);
  return await transaction(async (tx) => {
    if (!(await lockNewest(tx, chain.id, row))) return false;
    await storeSpends(tx, chain.id, [
      { transaction: next, purpose: slot === undefined ? 'cancel' : row.purpose, slot },
    ]);
    if (slot === undefined) return true;
    await reserveGas(
      tx,
      slot,
      { chainId: chain.id, sender: row.sender, currency: chain.native },
      slot.gasHeld / BigInt(row.versions),
    );
    return true;
  });
}
