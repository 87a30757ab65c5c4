import type { Transaction } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';

/** Change of a settlement after one of its transactions has ended. */
export interface SettlementChange {
  readonly orderId: string;
  readonly leg: string;
  /** The payment was made. */
  readonly settled: boolean;
  /** Gas that stays reserved, in smallest units of the native currency. */
  readonly gasReserved: bigint;
}

/**
 * Writes the ends of settlements, and their gas. One whose money was taken out of the depository
 * has ended for good.
 */
export async function changeSettlements(
  tx: Transaction,
  changes: readonly SettlementChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `update settlements s set settled_at = case when t.settled or s.collected_by is not null then coalesce(s.settled_at, clock_timestamp()) end, gas_reserved = t.gas_reserved
       from unnest($1::bytea[], $2::text[], $3::boolean[], $4::numeric[]) as t (order_id, leg, settled, gas_reserved)
       where s.order_id = t.order_id and s.leg = t.leg`,
    [
      hashArray(changes.map((c) => c.orderId)),
      changes.map((c) => c.leg),
      changes.map((c) => c.settled),
      changes.map((c) => c.gasReserved),
    ],
  );
}
