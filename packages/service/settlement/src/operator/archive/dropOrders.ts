import { codeOf, type Transaction } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';
import { earnedText } from '../../books/ledger/earnedText.js';
import type { SettlementContext } from '../../books/context.js';
import { archiveGate } from '../../chains/archived.js';
import type { ArchiveMonth } from './archiveMonth.js';
import { carryForward } from './carryForward.js';
import { readLinesAgain, type OrderLine } from './orderLines.js';

/** A mark for each order, with the events that chains may tell again. */
const markText = `
insert into archived_orders (order_id, request_id, archive_id, seen)
  select r.order_id, r.id, $2, array(
      select event_digest(e.chain_id, e.tx_id, e.ordinal) from (
          select chain_id, tx_id, ordinal from deposits d where d.order_id = r.order_id
          union select chain_id, tx_id, ordinal from fills f where f.order_id = r.order_id
          union select chain_id, tx_id, ordinal from releases l where l.order_id = r.order_id) e)
    from requests r where r.order_id = any($1::bytea[])`;

/** Earnings by the collection that brought them home: it stays, and is compared with them. */
const earningsText = `
insert into archived_earnings as a (collection_id, earned)
  select decode(substr(s.collected_by, 3), 'hex'), sum(${earnedText}) from settlements s
    where s.order_id = any($1::bytea[]) and s.collected_by is not null group by 1 order by 1
  on conflict (collection_id) do update set earned = a.earned + excluded.earned`;

const markersText = `delete from marker_proofs p using outbox o where o.order_id = any($1::bytea[]) and o.chain_id = p.chain_id and o.tx_id = p.tx_id and o.sequence = p.sequence`;

const rowsOf = (table: string, column = 'order_id'): string =>
  `delete from ${table} where ${column} = any($1::bytea[])`;

/** What is kept of rows before they go, and rows that refer to others before those. */
const deletions: readonly string[] = [
  earningsText,
  markersText,
  ...['outbox', 'settlement_changes', 'settlements'].map((table) => rowsOf(table)),
  ...['deposits', 'fills', 'releases', 'fast_fills', 'ended_requests'].map((table) =>
    rowsOf(table),
  ),
  rowsOf('swaps', 'swap_id'),
  ...['permit_signatures', 'request_states', 'requests'].map((table) => rowsOf(table)),
  // A quote whose request is gone would be an open one again.
  rowsOf('quotes'),
  `delete from ledger_balances where balance = 0
     and account = any(array(select name || hash_text(id) from unnest($1::bytea[]) id, unnest('{escrow:,sponsor-reserve:}'::text[]) name))`,
];

/** Entries whose postings are all carried forward. */
const emptyText = `delete from ledger_entries e where e.id = any($1::bigint[]) and not exists (select from ledger_postings p where p.entry_id = e.id)`;

async function drop(
  tx: Transaction,
  archiveId: string,
  month: ArchiveMonth,
  lines: readonly OrderLine[],
): Promise<readonly string[]> {
  const now = await readLinesAgain(
    tx,
    month,
    lines.map(({ orderId }) => orderId),
  );
  const same = lines.flatMap(({ orderId, line }) => (now.get(orderId) === line ? [orderId] : []));
  if (same.length === 0) return [];
  const ids = hashArray(same);
  await tx.query(markText, [ids, archiveId]);
  const entries = await carryForward(tx, archiveId, ids);
  for (const text of deletions) await tx.query(text, [ids]);
  await tx.query(emptyText, [entries]);
  return same;
}

/** Milliseconds that steps of chains wait for an archive at most, and an archive for them. */
const lockMsMax = 500;

/**
 * Deletes orders whose rows are exactly what their lines say, and leaves a mark of each. An order
 * that something happened to since stays as it is. No step of a chain runs meanwhile: one that has
 * read an order has written what follows before, and one that comes later finds the mark.
 *
 * @returns the orders that were dropped; undefined where steps of chains left no moment for it
 */
export async function dropOrders(
  settlement: Pick<SettlementContext, 'transaction'>,
  archiveId: string,
  month: ArchiveMonth,
  lines: readonly OrderLine[],
): Promise<readonly string[] | undefined> {
  try {
    return await settlement.transaction(async (tx) => {
      await tx.query(`select set_config('lock_timeout', '${String(lockMsMax)}', true)`);
      await tx.query(`select pg_advisory_xact_lock(${archiveGate})`);
      return drop(tx, archiveId, month, lines);
    });
  } catch (error) {
    // SQLSTATE of a lock that was not there in time.
    if (codeOf(error) === '55P03') return undefined;
    throw error;
  }
}
