import { PortageError } from '@portage/core';
import type { Queryable, Statement, Transaction } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';

const readHeldStatement: Statement = {
  name: 'fast_fills_held',
  isReading: true,
  text: `select order_id as "orderId", deposit_amount as amount from fast_fills where order_id = any($1::bytea[]) and state = 'held'`,
};

/** Deposits up to which apps guarantee these orders, in smallest units. */
export async function readCoveredFastFills(
  database: Queryable,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  if (orderIds.length === 0) return new Map();
  const rows = await database.query<{ orderId: string; amount: bigint }>(readHeldStatement, [
    hashArray(orderIds),
  ]);
  return new Map(rows.map(({ orderId, amount }) => [orderId, amount]));
}

/**
 * Notes that deposits of these orders count as final because of their holds. From then on a hold
 * ends only with what becomes of the deposit.
 *
 * @throws PortageError `SERVICE_UNAVAILABLE` where a hold has just ended: the step is read again
 */
export async function useFastFills(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  const used = await tx.query(
    `update fast_fills set used_at = coalesce(used_at, now()) where order_id = any($1::bytea[]) and state = 'held' returning 1`,
    [hashArray(orderIds)],
  );
  if (used.length < new Set(orderIds).size)
    throw new PortageError('SERVICE_UNAVAILABLE', { message: 'A fast fill has just ended.' });
}

/** Which of these orders were paid ahead of their deposits, with holds that still stand. */
export async function readUsedFastFills(
  tx: Transaction,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await tx.query<{ orderId: string }>(
    `select order_id as "orderId" from fast_fills where order_id = any($1::bytea[]) and state = 'held' and used_at is not null`,
    [hashArray(orderIds)],
  );
  return new Set(rows.map(({ orderId }) => orderId));
}
