import type { SettlementContext } from '../../books/context.js';
import { mainLeg } from '../../kit/depositId.js';
import { changeRequests, type RequestChange } from '../../orders/requests/changeRequests.js';
import type { StoredTransaction } from './signedTransactions.js';
import { recordRejected, recordSent } from './storeTransactions.js';

/** Transactions that were given to their chain. */
export interface SentTransactions {
  readonly chainId: number;
  /** Newest block of the chain just before. */
  readonly height: number | undefined;
  readonly transactions: readonly StoredTransaction[];
}

/** Answer of a chain to bytes that were sent once more. */
export interface RepeatedTransactions {
  readonly chainId: number;
  readonly height: number | undefined;
  /** Ids of transactions that the chain took. */
  readonly sent: readonly string[];
  readonly rejected: readonly string[];
}

const fillSent = (orderId: string): RequestChange => ({ orderId, events: ['fillSent'] });

/**
 * Records that transactions were given to their chain, and that the fills among them are submitted,
 * in one transaction that waits for the disk once.
 */
export async function recordPayouts(
  { transaction, hub }: Pick<SettlementContext, 'transaction' | 'hub'>,
  { chainId, height, transactions }: SentTransactions,
): Promise<void> {
  const ids = transactions.map(({ transaction: { txId } }) => txId);
  const fills = transactions.filter(({ purpose, leg }) => purpose === 'fill' && leg === mainLeg);
  await transaction((tx) => {
    tx.withCommit(recordSent(tx, chainId, ids, height));
    tx.withCommit(
      changeRequests(
        tx,
        hub,
        fills.map(({ orderId }) => fillSent(orderId)),
      ),
    );
    return Promise.resolve();
  });
}

/** Records that fills of orders were given to their chain, which was not known before. */
export async function recordFills(
  { transaction, hub }: Pick<SettlementContext, 'transaction' | 'hub'>,
  orderIds: readonly string[],
): Promise<void> {
  await transaction((tx) => changeRequests(tx, hub, orderIds.map(fillSent)));
}

/** Records what a chain said of bytes that were sent once more. */
export async function recordRepeated(
  { transaction }: Pick<SettlementContext, 'transaction'>,
  { chainId, height, sent, rejected }: RepeatedTransactions,
): Promise<void> {
  await transaction(async (tx) => {
    await recordSent(tx, chainId, sent, height);
    await recordRejected(tx, chainId, rejected, height);
  });
}
