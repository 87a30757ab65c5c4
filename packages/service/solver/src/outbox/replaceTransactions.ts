import { describeError } from '@portage/core';
import type { SignedTransaction, TransactionIntent } from '@portage/core/chain';
import {
  reserveGas,
  lockNewest,
  recordRejected,
  recordSent,
  storeTransactions,
  toRelayIntent,
  toPaymentIntent,
  type OutboxRow,
} from '@portage/settlement';
import type { ChainContext } from '../context.js';

function intentOf({ payout, relay }: OutboxRow): TransactionIntent | undefined {
  if (relay !== undefined) return toRelayIntent(relay, relay.intent);
  return payout === undefined ? undefined : toPaymentIntent(payout.orderId, payout.intent);
}

async function signAgain(
  { chain }: ChainContext,
  row: OutboxRow,
  how: 'bump' | 'cancel',
): Promise<SignedTransaction | undefined> {
  const previous = { txId: row.txId, raw: row.raw, sender: row.sender, sequence: row.sequence };
  const intent = intentOf(row);
  if (intent === undefined) return chain.spend.cancel(row.sequence, previous);
  const next =
    how === 'cancel'
      ? await chain.spend.cancel(row.sequence, previous)
      : await chain.spend.bump(intent, previous);
  return next.txId === row.txId ? undefined : next;
}

/**
 * A higher fee may cost more than was held: as much again is held for each version.
 *
 * @returns false where another worker was first; then nothing was stored
 */
async function storeNext(
  { chain, settlement }: ChainContext,
  row: OutboxRow,
  next: SignedTransaction,
  how: 'bump' | 'cancel',
): Promise<boolean> {
  const paid = how === 'cancel' ? undefined : (row.payout ?? row.relay);
  return await settlement.transaction(async (tx) => {
    if (!(await lockNewest(tx, chain.id, row))) return false;
    await storeTransactions(tx, chain.id, [
      { transaction: next, purpose: paid === undefined ? 'cancel' : row.purpose, settlement: paid },
    ]);
    if (paid === undefined) return true;
    await reserveGas(
      tx,
      paid,
      { chainId: chain.id, sender: chain.spend.sender, currency: chain.native.address },
      paid.gasReserved / BigInt(row.versions),
    );
    return true;
  });
}

async function replaceOne(
  context: ChainContext,
  row: OutboxRow,
  how: 'bump' | 'cancel',
): Promise<readonly SignedTransaction[]> {
  try {
    const next = await signAgain(context, row, how);
    if (next === undefined) return [row];
    if (!(await storeNext(context, row, next, how))) return [];
    context.log('a transaction is outbid', {
      chain: context.chain.slug,
      txId: row.txId,
      by: next.txId,
      how,
    });
    return [next];
  } catch (error) {
    context.log('a transaction could not be outbid', {
      chain: context.chain.slug,
      txId: row.txId,
      error: describeError(error),
    });
    return [];
  }
}

/**
 * Outbids transactions that blocks pass over: the same payment with a higher fee, or one that pays
 * nobody, under the same sequence. The new bytes are stored before they are sent, as the first ones
 * were. At the ceiling of the fee the same bytes come back and are sent again.
 */
export async function replaceTransactions(
  context: ChainContext,
  rows: readonly OutboxRow[],
  how: 'bump' | 'cancel',
): Promise<readonly SignedTransaction[]> {
  const next: SignedTransaction[] = [];
  for (const row of rows) next.push(...(await replaceOne(context, row, how)));
  return next;
}

/**
 * Sends bytes that are stored, and notes which the chain took and since when it refuses the others.
 */
export async function resend(
  context: ChainContext,
  transactions: readonly SignedTransaction[],
): Promise<readonly string[]> {
  const { chain, settlement } = context;
  if (transactions.length === 0) return [];
  const results = await chain.spend.broadcast(transactions);
  const idsWhere = (isRefused: boolean): readonly string[] =>
    transactions
      .filter((_, index) => (results[index]?.status === 'rejected') === isRefused)
      .map(({ txId }) => txId);
  const sent = idsWhere(false);
  const height = chain.observe.tip()?.value.height;
  await settlement.transaction(async (tx) => {
    await recordSent(tx, chain.id, sent, height);
    await recordRejected(tx, chain.id, idsWhere(true), height);
  });
  return sent;
}
