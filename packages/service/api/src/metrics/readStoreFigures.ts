import { terminalStatuses, type RequestStatus } from '@portage/core';
import type { Queryable, Statement } from '@portage/database';

/** Count of things with the same labels. */
export interface Figure {
  readonly labels: Readonly<Record<string, string>>;
  readonly count: number;
}

/** Counts of open work, read from indexes that hold little else. */
export interface OpenFigures {
  readonly requests: readonly Figure[];
  readonly outbox: readonly Figure[];
  readonly jobs: readonly Figure[];
  /** Seconds for which the oldest job has been due, or put off since it was, by kind. */
  readonly overdue: readonly Figure[];
  /** Money of depositories beyond the books, in smallest units; negative where some is missing. */
  readonly vault: readonly Figure[];
  /** Seconds since anything happened to the oldest paid request that nothing works on. */
  readonly stranded: number;
  /** Native currency that fills and calls which reverted within the last hour burned, by chain. */
  readonly burned: readonly Figure[];
  /** Chains that are halted, with the reason. */
  readonly halted: readonly Figure[];
  /** Limits that circuit breakers have set, with the reason. */
  readonly limited: readonly Figure[];
  /** Seconds since the oldest transaction whose end is not known was signed, by chain. */
  readonly unended: readonly Figure[];
  /** Currencies that are not quoted, with the reason. */
  readonly assets: readonly Figure[];
  /** Versions of transactions that were signed a minute ago and no node took, by chain. */
  readonly refused: readonly Figure[];
  /** Unix seconds of the last comparison with the books, by chain; 0 where there was none. */
  readonly compared: readonly Figure[];
}

const open: readonly RequestStatus[] = ['depositing', 'pending', 'submitted'];

/** Open transactions of a chain in one state. */
interface OutboxCount {
  readonly chain: number;
  readonly state: string;
  readonly count: number;
  /** Seconds since the oldest was signed. */
  readonly age: number;
  /** Versions that should have taken the place of one that was sent. */
  readonly refused: number;
}

/** Jobs of one kind in one state. */
interface JobsRow {
  readonly kind: string;
  readonly state: string;
  readonly count: number;
  /** Seconds; null where none is due or was put off. */
  readonly overdue: number | null;
}

const outboxStatement: Statement = {
  name: 'figures_outbox',
  text: `select chain_id as chain, state, count(*) as count, extract(epoch from now() - min(stored_at))::float8 as age,
    count(*) filter (where state = 'stored' and stored_at < now() - interval '1 minute' and exists (select from outbox o
    where o.chain_id = b.chain_id and o.sender = b.sender and o.sequence = b.sequence and o.state = 'sent')) as refused
    from outbox b where state in ('stored', 'sent') group by chain_id, state`,
};

/** Reads the counts of open work. An unpaid quote is counted among the quotes. */
export async function readOpenFigures(database: Queryable): Promise<OpenFigures> {
  const [requests, outbox, jobs, vault, stranded, halted, limited, burned, assets, compared] =
    await Promise.all([
      database.query<{ status: string; count: number }>(
        {
          name: 'figures_open',
          text: `select status, count(*) as count from request_states where status = any($1::text[]) and status <> 'waiting' group by status`,
        },
        [open],
      ),
      database.query<OutboxCount>(outboxStatement),
      database.query<JobsRow>({
        name: 'figures_jobs',
        text: `select kind, case when locked_until > now() then 'running' when run_at > now() then 'scheduled' else 'due' end as state, count(*) as count,
        extract(epoch from now() - min(case when run_at > now() or locked_until > now() then due_since else coalesce(due_since, run_at) end))::float8 as overdue from jobs group by 1, 2 order by 1, 2`,
      }),
      database.query<{ chain: number; currency: string; difference: number }>({
        name: 'figures_vault',
        text: `select chain_id as chain, currency, (balance - books)::float8 as difference from balance_counts where account = 'depository'`,
      }),
      database.query<{ seconds: number }>({
        name: 'figures_stranded',
        text: `select coalesce(greatest(0, extract(epoch from now() - min(w.updated_at))), 0)::float8 as seconds from request_states w
        where w.status in ('pending', 'submitted')
          and not exists (select from jobs j where j.order_id = w.order_id)
          and not exists (select from outbox o where o.order_id = w.order_id and o.state in ('stored', 'sent'))
          and not exists (select from deposits d where d.order_id = w.order_id and d.state = 'seen')`,
      }),
      readHalted(database),
      readLimited(database),
      database.query<{ chain: number; burned: number }>({
        name: 'figures_burned',
        text: `select c.chain_id as chain, coalesce(sum(b.lost), 0)::float8 as burned from chain_cursors c
        left join burned_gas b on b.chain_id = c.chain_id and b.stored_at > burned_gas_since(b.chain_id)
        group by c.chain_id`,
      }),
      readAssetFaults(database),
      readCompared(database),
    ]);
  const counts = new Map(requests.map(({ status, count }) => [status, count]));
  return {
    requests: open.map((status) => ({ labels: { status }, count: counts.get(status) ?? 0 })),
    outbox: outbox.map(({ chain, state, count }) => ({
      labels: { chain: String(chain), state },
      count,
    })),
    jobs: jobs.map(({ kind, state, count }) => ({ labels: { kind, state }, count })),
    overdue: overdueOf(jobs),
    vault: vault.map(({ chain, currency, difference }) => ({
      labels: { chain: String(chain), currency },
      count: difference,
    })),
    burned: burned.map(({ chain, burned: count }) => ({ labels: { chain: String(chain) }, count })),
    stranded: stranded[0]?.seconds ?? 0,
    halted,
    limited,
    refused: outbox
      .filter(({ state }) => state === 'stored')
      .map(({ chain, refused: count }) => ({ labels: { chain: String(chain) }, count })),
    unended: outbox
      .filter(({ state }) => state === 'sent')
      .map(({ chain, age }) => ({ labels: { chain: String(chain) }, count: Math.max(0, age) })),
    assets,
    compared,
  };
}

/** The longest wait of each kind; a worker that holds a job for the first time is no wait. */
function overdueOf(jobs: readonly JobsRow[]): readonly Figure[] {
  const longest = new Map<string, number>();
  for (const { kind, overdue } of jobs)
    if (overdue !== null) longest.set(kind, Math.max(0, overdue, longest.get(kind) ?? 0));
  return [...longest].map(([kind, count]) => ({ labels: { kind }, count }));
}

/** When each chain on which money is spent was compared with the books. */
async function readCompared(database: Queryable): Promise<readonly Figure[]> {
  const rows = await database.query<{ chain: number; at: number }>({
    name: 'figures_compared',
    text: `select i.chain_id as chain, coalesce(extract(epoch from max(b.counted_at)), 0)::float8 as at
      from (select distinct chain_id from inventory) i left join balance_counts b using (chain_id) group by i.chain_id order by i.chain_id`,
  });
  return rows.map(({ chain, at }) => ({ labels: { chain: String(chain) }, count: at }));
}

/** Chains that are halted, each with its reason. */
async function readHalted(database: Queryable): Promise<readonly Figure[]> {
  const rows = await database.query<{ chain: string; reason: string }>({
    name: 'figures_halted',
    text: `select chain_id::text as chain, halted_reason as reason from chain_cursors where halted_reason is not null`,
  });
  return rows.map((labels) => ({ labels, count: 1 }));
}

/** Limits that circuit breakers have set on chains, each with its reason. */
async function readLimited(database: Queryable): Promise<readonly Figure[]> {
  const rows = await database.query<{ chain: string; kind: string; reason: string }>({
    name: 'figures_limited',
    text: `select chain_id::text as chain, kind, reason from breakers`,
  });
  return rows.map((labels) => ({ labels, count: 1 }));
}

/** Currencies that are not quoted for now, each once for each reason. */
async function readAssetFaults(database: Queryable): Promise<readonly Figure[]> {
  const rows = await database.query<{ chain: string; currency: string; kind: string }>({
    name: 'figures_assets',
    text: `select chain_id::text as chain, currency, kind from asset_faults`,
  });
  return rows.map((labels) => ({ labels, count: 1 }));
}

/** Counts of ended requests. */
export interface EndedFigures {
  /** By outcome. */
  readonly requests: readonly Figure[];
  /** Refunded ones by the reason. */
  readonly refunds: readonly Figure[];
}

/**
 * Reads the counts of ended requests by outcome. It counts all of them, which takes a while with
 * millions.
 */
export async function readEndedFigures(database: Queryable): Promise<EndedFigures> {
  const rows = await database.query<{ status: string; reason: string; count: number }>(
    `select status, case when status = 'refund' then fail_reason else '' end as reason, count(*) as count
       from request_states where status <> 'waiting' and status = any($1::text[]) group by 1, 2 order by 1, 2`,
    [[...terminalStatuses]],
  );
  const countOf = (wanted: string): number =>
    rows.reduce((sum, { status, count }) => (status === wanted ? sum + count : sum), 0);
  return {
    requests: [...terminalStatuses].map((status) => ({
      labels: { status },
      count: countOf(status),
    })),
    refunds: rows
      .filter(({ status }) => status === 'refund')
      .map(({ reason, count }) => ({ labels: { reason }, count })),
  };
}
