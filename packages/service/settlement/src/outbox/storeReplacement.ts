import type { SignedTransaction, TransactionIntent } from '@portage/core/chain';
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
  const settlement = how === 'cancel' ? undefined : settlementOf(row);
  return await transaction(async (tx) => {
    if (!(await lockNewest(tx, chain.id, row))) return false;
    await storeTransactions(tx, chain.id, [
      { transaction: next, purpose: settlement === undefined ? 'cancel' : row.purpose, settlement },
    ]);
    if (settlement === undefined) return true;
    await reserveGas(
      tx,
      settlement,
      { chainId: chain.id, sender: row.sender, currency: chain.native },
      settlement.gasReserved / BigInt(row.versions),
    );
    return true;
  });
}
