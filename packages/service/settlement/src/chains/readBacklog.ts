import type { Queryable, Statement } from '@portage/database';

/** Work that waits for a chain, whether a service has it configured or not. */
export interface ChainBacklog {
  readonly chainId: number;
  /** Jobs by kind, as in `fill`, `refund`, `relay`. */
  readonly jobs: Readonly<Record<string, number>>;
  /** Seconds since the job that has waited longest was due; 0 where none is. */
  readonly overdueSeconds: number;
  /** Why one of them was put off last. */
  readonly lastError: string | undefined;
  /** Signed transactions that have not ended. */
  readonly transactions: number;
}

const backlogStatement: Statement = {
  name: 'chains_backlog',
  text: `
with waiting as (
  select chain_id, kind, count(*)::int as count, min(coalesce(due_since, run_at)) as oldest, (array_agg(last_error order by run_at) filter (where last_error is not null))[1] as last_error
    from jobs where chain_id is not null group by chain_id, kind
), jobs_of as (
  select chain_id, jsonb_object_agg(kind, count) as jobs, greatest(0, floor(extract(epoch from clock_timestamp() - min(oldest))))::int as overdue, (array_agg(last_error) filter (where last_error is not null))[1] as last_error
    from waiting group by chain_id
), sent as (
  select chain_id, count(*)::int as count from outbox where state in ('stored', 'sent') group by chain_id
)
select chain_id, coalesce(jobs, '{}') as jobs, coalesce(overdue, 0) as overdue, last_error, coalesce(sent.count, 0) as transactions
  from jobs_of full join sent using (chain_id) order by chain_id`,
};

/** Waiting work by chain; chains for which nothing waits are left out. */
export async function readBacklog(database: Queryable): Promise<readonly ChainBacklog[]> {
  const rows = await database.query<{
    chain_id: number;
    jobs: Record<string, number>;
    overdue: number;
    last_error: string | null;
    transactions: number;
  }>(backlogStatement);
  return rows.map(({ chain_id: chainId, jobs, overdue, last_error: lastError, transactions }) => ({
    chainId,
    jobs,
    overdueSeconds: overdue,
    lastError: lastError ?? undefined,
    transactions,
  }));
}
