import type { Transaction } from '@portage/database';
import { ledgerLinesText } from './ledgerLines.js';

/**
 * Moves the postings of orders into entries of the archive: one for each kind, with one line for
 * what an account got of an asset and one for what it gave, so that every sum over a kind stays.
 * Accounts of one order become one account of all of them. Of an entry that an order shares with
 * others, its part is moved.
 */
const carryText = `
with ids as materialized (select unnest($1::bytea[]) as order_id
), ${ledgerLinesText('ids')}, sums as materialized (
  select kind, replace(account, hash_text(order_id), 'archived') as account, asset, sign(amount) as side, sum(amount) as amount
    from lines group by 1, 2, 3, 4
), added_entries as (
  insert into ledger_entries (kind, ref) select distinct kind, $2 from sums order by kind on conflict (kind, ref) do nothing returning id, kind
), entries as materialized (
  select id, kind from added_entries union all select id, kind from ledger_entries e where e.ref = $2 and e.kind in (select kind from sums)
), raised as (
  update ledger_postings p set amount = p.amount + s.amount from sums s join entries e using (kind)
    where p.entry_id = e.id and p.account = s.account and p.asset = s.asset and sign(p.amount) = s.side
), added as (
  insert into ledger_postings (entry_id, account, asset, amount)
    select e.id, s.account, s.asset, s.amount from sums s join entries e using (kind)
      where not exists (select from ledger_postings p where p.entry_id = e.id and p.account = s.account and p.asset = s.asset and sign(p.amount) = s.side)
), whole as (
  select distinct entry_id from lines where kind <> 'deposits'
), shared as materialized (
  select entry_id, account, asset, sum(amount) as amount from lines where kind = 'deposits' group by 1, 2, 3
), lowered as (
  update ledger_postings p set amount = p.amount - s.amount from shared s
    where p.entry_id = s.entry_id and p.account = s.account and p.asset = s.asset and p.amount <> s.amount
), emptied as (
  delete from ledger_postings p using shared s
    where p.entry_id = s.entry_id and p.account = s.account and p.asset = s.asset and p.amount = s.amount
), moved as (
  delete from ledger_postings p using whole w where p.entry_id = w.entry_id
)
select entry_id from whole union select entry_id from shared`;

/** Ref of the entries into which the postings of an archive are carried. */
export const carriedRef = (archiveId: string): string => `archive ${archiveId}`;

/**
 * Carries the postings of orders forward; no balance changes, and the append-only tables let this
 * transaction through.
 *
 * @returns entries that may have no postings any more; the outbox may still name them
 */
export async function carryForward(
  tx: Transaction,
  archiveId: string,
  orderIds: Uint8Array,
): Promise<readonly number[]> {
  await tx.query(`select set_config('portage.archiving', 'on', true)`);
  const rows = await tx.query<{ entry_id: number }>(carryText, [orderIds, carriedRef(archiveId)]);
  return rows.map(({ entry_id: id }) => id);
}
