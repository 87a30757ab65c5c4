import type { SignedTransaction } from '@portage/core';
import { changeInventory, markSent, storeSpends, toSpendIntent, type OutboxRow } from '@portage/store';
import type { Desk } from '../context.js';

async function signAgain({ chain }: Desk, row: OutboxRow, how: 'bump' | 'cancel'): Promise<SignedTransaction | undefined> {
  const previous = { txId: row.txId, raw: row.raw, sender: row.sender, sequence: row.sequence };
  if (row.slot === undefined) return chain.spend.cancel(row.sequence, previous);
  const next = how === 'cancel' ? await chain.spend.cancel(row.sequence, previous) : await chain.spend.bump(toSpendIntent(row.slot.orderId, row.slot.intent), previous);
  return next.txId === row.txId ? undefined : next;
}

/** A higher fee may cost more than was held: as much again is held for each version. */
async function holdMore(desk: Desk, row: OutboxRow, next: SignedTransaction, how: 'bump' | 'cancel'): Promise<void> {
  const { chain, store } = desk;
  const isCancel = how === 'cancel' || row.slot === undefined;
  await store.transaction(async (tx) => {
    await storeSpends(tx, chain.id, [{ transaction: next, purpose: isCancel ? 'cancel' : row.purpose, slot: isCancel ? undefined : row.slot }]);
    if (isCancel || row.slot === undefined) return;
    const more = row.slot.gasHeld / BigInt(row.versions);
    await changeInventory(tx, chain.id, chain.spend.sender, [{ currency: chain.native.address, balance: 0n, held: more }]);
    await tx.query('update settlement_slots set gas_held = gas_held + $3 where order_id = $1 and leg = $2', [row.slot.orderId, row.slot.leg, more]);
  });
}

/**
 * Outbids transactions that blocks pass over: the same payment with a higher fee, or one that pays nobody, under the
 * same sequence. The new bytes are stored before they are sent, as the first ones were. At the ceiling of the fee the
 * same bytes come back and are sent again.
 */
export async function replaceTransactions(desk: Desk, rows: readonly OutboxRow[], how: 'bump' | 'cancel'): Promise<readonly SignedTransaction[]> {
  const next: SignedTransaction[] = [];
  for (const row of rows) {
    const signed = await signAgain(desk, row, how);
    if (signed !== undefined) {
      await holdMore(desk, row, signed, how);
      desk.log('a transaction is outbid', { chain: desk.chain.slug, txId: row.txId, by: signed.txId, how });
    }
    next.push(signed ?? row);
  }
  return next;
}

/** Sends bytes that are stored, and notes it. */
export async function resend(desk: Desk, transactions: readonly SignedTransaction[]): Promise<readonly string[]> {
  const { chain, store } = desk;
  if (transactions.length === 0) return [];
  const results = await chain.spend.broadcast(transactions);
  const sent = transactions.filter((_, index) => results[index]?.status !== 'rejected').map(({ txId }) => txId);
  await store.transaction((tx) => markSent(tx, chain.id, sent, chain.observe.tip()?.value.height));
  return sent;
}
