import type { Clock } from '@portage/core';
import type { Queryable, Statement } from '@portage/database';

/**
 * Kinds of work that may be open on a chain: jobs that it pays or calls, transactions that were
 * sent, inventory on its way to it, quotes of what payers do alone, and deposit addresses that were
 * ever made there.
 */
export type WorkKind = 'jobs' | 'transactions' | 'deliveries' | 'quotes' | 'addresses';

/** Work that is open, by chain. */
export interface OpenWork {
  /** Whether there may be work of a kind; true also for a chain that was never followed. */
  readonly has: (chainId: number, kind: WorkKind) => boolean;
}

/**
 * Milliseconds for which a reading serves everybody who asks. Less than any of those loops waits,
 * so that each of them sees at its second look what was there at its first one.
 */
const ageMsMax = 250;

interface WorkRow extends Readonly<Record<WorkKind, boolean>> {
  readonly chain_id: number;
}

// Each probe takes the first entry of an index for a chain: 60 chains without work cost a
// millisecond, and no more where there is a lot of it. Quotes older than an hour are not sought.
const statement: Statement = {
  name: 'chains_open_work',
  text: `
select c.chain_id,
    exists (select from jobs j where j.chain_id = c.chain_id and j.kind in ('fill', 'refund'))
      or exists (select from jobs j where j.chain_id = c.chain_id and j.kind = 'relay')
      or exists (select from jobs j where j.chain_id = c.chain_id and j.kind = 'claim') as jobs,
    exists (select from outbox o where o.chain_id = c.chain_id and o.state in ('stored', 'sent')) as transactions,
    exists (select from rebalances t where t.destination_chain_id = c.chain_id and t.state in ('sending', 'in flight')) as deliveries,
    exists (select from quotes q where q.origin_chain_id = c.chain_id and q.created_at > now() - interval '1 hour'
      and q.order_data is null) as quotes,
    exists (select from deposit_addresses a where a.chain_id = c.chain_id) as addresses
  from chain_cursors c`,
};

async function readOpenWork(database: Queryable): Promise<OpenWork> {
  const rows = await database.query<WorkRow>(statement, []);
  const byChain = new Map(rows.map((row) => [row.chain_id, row]));
  return { has: (chainId, kind) => byChain.get(chainId)?.[kind] ?? true };
}

/**
 * Makes the reader of open work. All loops of all chains ask it before they ask anything for
 * themselves, so that chains without work cost one statement together, however many they are.
 */
export function createOpenWork(
  database: Queryable,
  clock: Pick<Clock, 'now'>,
): () => Promise<OpenWork> {
  let newest: { readonly work: OpenWork; readonly readAt: number } | undefined;
  let reading: Promise<OpenWork> | undefined;
  const read = async (): Promise<OpenWork> => {
    // Of the time before it: a reading is never taken for newer than it is.
    const readAt = clock.now();
    try {
      const work = await readOpenWork(database);
      newest = { work, readAt };
      return work;
    } finally {
      reading = undefined;
    }
  };
  return () => {
    const ageMs = newest === undefined ? undefined : clock.now() - newest.readAt;
    // A clock that was set back makes no reading young.
    if (newest !== undefined && ageMs !== undefined && ageMs >= 0 && ageMs < ageMsMax)
      return Promise.resolve(newest.work);
    return (reading ??= read());
  };
}
