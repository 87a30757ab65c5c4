import type { Queryable, Statement } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';
import { accounts } from './accounts.js';
import type { Posting } from './createLedger.js';

/** An entry of the ledger that concerns an order. */
export interface OrderEntry {
  readonly kind: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly postings: readonly Posting[];
}

/**
 * Deposits of one step share an entry; of it, the order's own line is read and what stands against
 * it.
 */
const statement: Statement = {
  name: 'order_entries',
  text: `
with own as (
  select entry_id as id from ledger_postings where account = $2 and account like 'escrow:%'
  union select entry_id from outbox where order_id = $1 and entry_id is not null
  union select id from ledger_entries where kind in ('sponsor reserve', 'sponsor release', 'gasless charge') and ref = $3
)
select e.id, e.kind, e.at, p.account, p.asset, p.amount from own join ledger_entries e using (id)
  join ledger_postings p on p.entry_id = e.id where e.kind <> 'deposits'
union all
select e.id, e.kind, e.at, line.account, p.asset, line.amount from own join ledger_entries e using (id)
  join ledger_postings p on p.entry_id = e.id and p.account = $2
  cross join lateral (values (p.account, p.amount::numeric), ($4, -p.amount::numeric)) as line (account, amount)
  where e.kind = 'deposits'
order by 1, 5, 6`,
};

interface Row {
  id: number;
  kind: string;
  at: number;
  account: string;
  asset: string;
  amount: bigint;
}

/** Entries of the ledger that concern an order, oldest first. */
export async function readOrderEntries(
  database: Queryable,
  orderId: string,
): Promise<readonly OrderEntry[]> {
  const rows = await database.query<Row & Readonly<Record<string, unknown>>>(statement, [
    hashBytes(orderId),
    accounts.escrow(orderId),
    orderId,
    accounts.outside,
  ]);
  const entries = new Map<number, OrderEntry & { readonly postings: Posting[] }>();
  for (const { id, kind, at, account, asset, amount } of rows) {
    const entry = entries.get(id) ?? { kind, at, postings: [] };
    entry.postings.push({ account, asset, amount });
    entries.set(id, entry);
  }
  return [...entries.values()];
}
