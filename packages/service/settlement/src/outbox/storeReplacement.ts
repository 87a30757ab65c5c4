import type { SignedTransaction, TransactionIntent } from '@portage/core/chain';
import type { Transaction } from '@portage/database';
import type { SettlementContext } from '../context.js';
import type { LedgerChain } from '../ledger/accounts.js';
import { toCollectionIntent } from '../settlements/collectionIntent.js';
import { toRelayIntent } from '../settlements/relayIntent.js';
import { toPaymentIntent } from '../settlements/payoutIntent.js';
import { settlementOf, type OutboxRow } from './readOutbox.js';
import { lockNewest, reserveGas, storeTransactions } from './storeTransactions.js';

/** Intent of an open transaction; undefined where it serves nothing but its sequence. Pure. */
export function outboxIntent({
  payout,
  relay,
  collection,
}: OutboxRow): TransactionIntent | undefined {
  if (relay !== undefined) return toRelayIntent(relay, relay.intent);
  if (collection !== undefined) return toCollectionIntent(collection.orderId, collection.intent);
  return payout === undefined ? undefined : toPaymentIntent(payout.orderId, payout.intent);
}

/** A transaction with the sequence and a higher fee of an open one. */
export interface Replacement {
  readonly chain: LedgerChain;
  readonly row: OutboxRow;
  /**
   * Bytes that take its place; signed within the transaction that stores them where coins must be
   * spent once.
   */
  readonly next: SignedTransaction | ((tx: Transaction) => Promise<SignedTransaction>);
  /** It pays the same, or nobody. */
  readonly how: 'bump' | 'cancel';
}

/**
 * Stores the bytes that outbid a transaction, with the gas that may be due beside what is reserved
 * already.
 *
 * @returns what is to be sent: what was stored, or the transaction itself where nothing takes its
 *   place; undefined where another process has outbid it since it was read
 */
export async function storeReplacement(
  { transaction }: Pick<SettlementContext, 'transaction'>,
  { chain, row, next, how }: Replacement,
): Promise<SignedTransaction | undefined> {
  const settlement = how === 'cancel' ? undefined : settlementOf(row);
  return await transaction(async (tx) => {
    // Coins are locked before the row, as where payments are signed.
    const signed = typeof next === 'function' ? await next(tx) : next;
    if (!(await lockNewest(tx, chain.id, row))) return undefined;
    if (signed.txId === row.txId) return row;
    await storeTransactions(tx, chain.id, [
      {
        transaction: signed,
        purpose: settlement === undefined ? 'cancel' : row.purpose,
        settlement,
      },
    ]);
    if (settlement === undefined) return signed;
    await reserveGas(
      tx,
      settlement,
      { chainId: chain.id, sender: row.sender, currency: chain.native },
      settlement.gasReserved / BigInt(row.versions),
    );
    return signed;
  });
}
