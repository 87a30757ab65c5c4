import type { Queryable } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';
import { carriedRef } from './carryForward.js';

/** A sum of postings on one account, in smallest units. */
export interface BookedSum {
  readonly account: string;
  readonly asset: string;
  readonly amount: bigint;
}

/** A sum of postings of one kind of entries. */
export interface CarriedSum extends BookedSum {
  readonly kind: string;
}

/** Postings that an archive carried forward: what accounts got, and what they gave. */
export function readCarried(
  database: Queryable,
  archiveId: string,
): Promise<readonly CarriedSum[]> {
  return database.query<CarriedSum & Readonly<Record<string, unknown>>>(
    `select e.kind, p.account, p.asset, p.amount from ledger_entries e join ledger_postings p on p.entry_id = e.id where e.ref = $1
       order by e.kind, p.account, p.asset, p.amount`,
    [carriedRef(archiveId)],
  );
}

/**
 * Balances less all postings that are in the database and that no archive carried: what the files
 * of all archives have to add up to. Accounts where nothing is left are left out.
 */
export function readArchivedBalances(database: Queryable): Promise<readonly BookedSum[]> {
  return database.query<BookedSum & Readonly<Record<string, unknown>>>(
    `select account, asset, sum(amount) as amount from (
         select account, asset, balance as amount from ledger_balances
         union all select p.account, p.asset, -p.amount from ledger_postings p join ledger_entries e on e.id = p.entry_id
           where not exists (select from archives a where e.ref = 'archive ' || a.id)) parts
       group by account, asset having sum(amount) <> 0 order by account, asset`,
  );
}

/** Which of these orders an archive has dropped. */
export async function readDropped(
  database: Queryable,
  archiveId: string,
  orderIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await database.query<{ order_id: string }>(
    'select order_id from archived_orders where archive_id = $1 and order_id = any($2::bytea[])',
    [archiveId, hashArray(orderIds)],
  );
  return rows.map(({ order_id: orderId }) => orderId);
}
