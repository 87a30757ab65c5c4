import { textArray, type Transaction } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';
import type { OutboxRow } from './readOutbox.js';

/** A settlement as it is behind the lock of its transactions. */
interface PresentSettlement {
  readonly gasReserved: bigint;
  /** One of its transactions may still land, or has landed. */
  readonly isAlive: boolean;
}

/** Rows that were read before, as their settlements are now. */
export interface RefreshedRows {
  /** The row with the gas that is reserved now. */
  row(row: OutboxRow): OutboxRow;
  isAlive(row: OutboxRow): boolean;
}

const presentText = `
select hash_text(s.order_id) as order_id, s.leg, s.gas_reserved, exists (
    select from outbox o where o.order_id = s.order_id and o.leg = s.leg and o.state in ('stored', 'sent', 'mined')
  ) as is_alive
  from settlements s join unnest($1::bytea[], $2::text[]) as t (order_id, leg) using (order_id, leg)`;

function withGas(row: OutboxRow, gasReserved: bigint): OutboxRow {
  return { ...row, obligation: row.obligation && { ...row.obligation, gasReserved } };
}

/**
 * Reads the settlements of rows again: a worker that has lost its lease may have outbid a
 * transaction since they were read, and reserved more gas for it.
 */
export async function refreshRows(
  tx: Transaction,
  rows: readonly OutboxRow[],
): Promise<RefreshedRows> {
  const settlements = rows.flatMap(({ obligation }) => obligation ?? []);
  const found = await tx.query<{
    order_id: string;
    leg: string;
    gas_reserved: bigint;
    is_alive: boolean;
  }>(presentText, [
    hashArray(settlements.map(({ orderId }) => orderId)),
    textArray(settlements.map(({ leg }) => leg)),
  ]);
  const present = new Map(
    found.map((one): [string, PresentSettlement] => [
      `${one.order_id} ${one.leg}`,
      { gasReserved: one.gas_reserved, isAlive: one.is_alive },
    ]),
  );
  const presentOf = ({ obligation }: OutboxRow): PresentSettlement | undefined =>
    obligation && present.get(`${obligation.orderId} ${obligation.leg}`);
  return {
    row: (row) => {
      const now = presentOf(row);
      // Nothing is held for a payment that its settlement has gone on from.
      const held = row.obligation?.gasReserved ?? 0n;
      return now === undefined || held === 0n ? row : withGas(row, now.gasReserved);
    },
    isAlive: (row) => presentOf(row)?.isAlive === true,
  };
}
