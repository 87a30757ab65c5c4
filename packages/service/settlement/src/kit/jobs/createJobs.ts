import type { FailReason } from '@portage/core';
import type { Queryable, Statement, Transaction } from '@portage/database';
import { float8Array, int4Array, int8Array, numericArray, textArray } from '@portage/database';
import { hashArray } from '../hashId.js';
import type { DepositId } from '../depositId.js';

/** Kinds of work: a payout, a relay, a deposit that is quoted anew, or a claim of app fees. */
export type JobKind = 'fill' | 'refund' | 'relay' | 'requote' | 'claim';

/**
 * Work to be done once, by any process. A job that is asked for twice, with the same kind, order
 * and leg, is done once.
 */
export interface NewJob {
  readonly kind: JobKind;
  readonly orderId: string;
  /** Part of the order; of a requote a label of its deposit. */
  readonly leg: string;
  /** Chain that pays; undefined for a requote. */
  readonly chainId?: number | undefined;
  /** Deposit that the job rests on; undefined for a relay and a claim. */
  readonly deposit?: DepositId | undefined;
  /** The most that a payout may use of its deposit, in smallest units. */
  readonly amount?: bigint | undefined;
  readonly reason?: FailReason | undefined;
  readonly isLate?: boolean | undefined;
  /** The rest of a relay, which becomes JSON; amounts as strings. */
  readonly details?: unknown;
  /** Milliseconds until it is due, by the database's clock; at once when left out. */
  readonly delayMs?: number | undefined;
}

/** A job that this worker holds until its lease ends. */
export interface Job {
  readonly id: number;
  readonly kind: JobKind;
  readonly orderId: string;
  readonly leg: string;
  readonly chainId: number | undefined;
  readonly deposit: DepositId | undefined;
  /** Number of claims, this one included. */
  readonly attempts: number;
}

/** Durable jobs, taken by one worker at a time. */
export interface Jobs {
  /** Adds jobs within a transaction; those that exist already stay as they are. */
  add(tx: Transaction, jobs: readonly NewJob[]): Promise<void>;
  /**
   * Takes jobs that are due, oldest first, and that no worker holds. A worker that dies gives them
   * back when its lease ends.
   */
  take(options: {
    readonly kind: JobKind;
    readonly chainId?: number | undefined;
    readonly limit: number;
    readonly worker: string;
    readonly leaseSeconds: number;
  }): Promise<readonly Job[]>;
  /** Deletes jobs in the transaction that did their work. */
  done(tx: Queryable, ids: readonly number[]): Promise<void>;
  /** Gives jobs back, to be taken again after a while. */
  retry(
    ids: readonly number[],
    options: { readonly delayMs: number; readonly error: string },
  ): Promise<void>;
  /**
   * Calls `listener` whenever jobs of a kind may be due, from any process; with a chain, only for
   * jobs of that chain. The returned function ends it.
   */
  onAdded(
    jobs: { readonly kind: JobKind; readonly chainId?: number | undefined },
    listener: () => void,
  ): () => void;
}

/** {@link Jobs} with what their owner drives. */
export interface DrivenJobs extends Jobs {
  /** Jobs were added by another process. */
  readonly receive: (payload: string) => void;
  /** Notifications may have been missed: wake everybody. */
  refresh(): void;
}

/**
 * Channel of added jobs; a payload is who added them, their kind and their chain if they have one,
 * with colons between.
 */
export const jobsChannel = 'portage_jobs';

const addStatement: Statement = {
  name: 'jobs_add',
  text: `
with added as (
  insert into jobs (kind, order_id, leg, chain_id, deposit_chain_id, deposit_tx_id, deposit_ordinal, amount, reason, is_late,
      details, run_at)
    select kind, order_id, leg, chain_id, deposit_chain_id, deposit_tx_id, deposit_ordinal, amount, coalesce(reason, 'N/A'), is_late = 1,
        details::json, now() + make_interval(secs => coalesce(delay_ms, 0) / 1000)
    from unnest($1::text[], $2::bytea[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::int[], $8::numeric[], $9::text[], $10::int[],
        $11::text[], $12::float8[])
      as t (kind, order_id, leg, chain_id, deposit_chain_id, deposit_tx_id, deposit_ordinal, amount, reason, is_late, details, delay_ms)
    on conflict (kind, order_id, leg) do nothing
    returning kind, chain_id
)
select kind, chain_id, pg_notify('${jobsChannel}', $13::text || ':' || kind || ':' || coalesce(chain_id::text, '')) from (select distinct kind, chain_id from added) added`,
};

const takeStatement: Statement = {
  name: 'jobs_take',
  text: `
with due as (
  select id from jobs
    where kind = $1 and ($2::bigint is null or chain_id = $2)
      and run_at <= now() and (locked_until is null or locked_until < now())
    order by run_at, id limit $3 for update skip locked
)
update jobs set locked_by = $4, locked_until = now() + make_interval(secs => $5), attempts = attempts + 1
  from due where jobs.id = due.id
  returning jobs.id, kind, order_id, leg, chain_id, deposit_chain_id, deposit_tx_id, deposit_ordinal, attempts`,
};

interface JobRow {
  id: number;
  kind: JobKind;
  order_id: string;
  leg: string;
  chain_id: number | null;
  deposit_chain_id: number | null;
  deposit_tx_id: string | null;
  deposit_ordinal: number | null;
  attempts: number;
}

function toJob(row: JobRow): Job {
  const { id, kind, order_id: orderId, leg, chain_id: chainId, attempts } = row;
  const { deposit_chain_id: origin, deposit_tx_id: txId, deposit_ordinal: ordinal } = row;
  return {
    id,
    kind,
    orderId,
    leg,
    attempts,
    chainId: chainId ?? undefined,
    deposit:
      origin === null || txId === null || ordinal === null
        ? undefined
        : { chainId: origin, txId, ordinal },
  };
}

function jobValues(jobs: readonly NewJob[]): readonly unknown[] {
  return [
    textArray(jobs.map((job) => job.kind)),
    hashArray(jobs.map((job) => job.orderId)),
    textArray(jobs.map((job) => job.leg)),
    int8Array(jobs.map((job) => job.chainId)),
    int8Array(jobs.map((job) => job.deposit?.chainId)),
    textArray(jobs.map((job) => job.deposit?.txId)),
    int4Array(jobs.map((job) => job.deposit?.ordinal)),
    numericArray(jobs.map((job) => job.amount)),
    textArray(jobs.map((job) => job.reason)),
    int4Array(jobs.map((job) => Number(job.isLate === true))),
    textArray(
      jobs.map((job) => (job.details === undefined ? undefined : JSON.stringify(job.details))),
    ),
    float8Array(jobs.map((job) => job.delayMs)),
  ];
}

/** Name of the process whose jobs they are. */
export interface JobsOptions {
  /** Tells its own notifications from those of others. */
  readonly self: string;
}

/**
 * Makes the jobs of one process. `self` tells its own notifications from those of others: it has
 * woken its listeners by then.
 */
export function createJobs(database: Queryable, { self }: JobsOptions): DrivenJobs {
  const listeners = new Set<{
    readonly kind: string;
    readonly chainId: number | undefined;
    readonly listener: () => void;
  }>();

  function wake(kind: string, chainId: number | undefined): void {
    for (const own of [...listeners])
      if (own.kind === kind && (own.chainId === undefined || own.chainId === chainId))
        own.listener();
  }

  return {
    add: async (tx, jobs) => {
      if (jobs.length === 0) return;
      const added = await tx.query<{ kind: string; chain_id: number | null }>(addStatement, [
        ...jobValues(jobs),
        self,
      ]);
      tx.afterCommit(() => {
        for (const { kind, chain_id } of added) wake(kind, chain_id ?? undefined);
      });
    },
    take: async ({ kind, chainId, limit, worker, leaseSeconds }) => {
      const rows = await database.query<JobRow>(takeStatement, [
        kind,
        chainId,
        limit,
        worker,
        leaseSeconds,
      ]);
      rows.sort((a, b) => a.id - b.id);
      return rows.map(toJob);
    },
    done: async (tx, ids) => {
      await tx.query({ name: 'jobs_done', text: 'delete from jobs where id = any($1::bigint[])' }, [
        ids,
      ]);
    },
    retry: async (ids, { delayMs, error }) => {
      await database.query(
        {
          name: 'jobs_retry',
          text: `update jobs set locked_by = null, locked_until = null, last_error = $3, due_since = coalesce(due_since, run_at), run_at = now() + make_interval(secs => $2::float8 / 1000)
            where id = any($1::bigint[])`,
        },
        [ids, delayMs, error.slice(0, 2000)],
      );
    },
    onAdded: ({ kind, chainId }, listener) => {
      const own = { kind, chainId, listener };
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    receive: (payload) => {
      const [from, kind = '', chainId = ''] = payload.split(':');
      if (from !== self) wake(kind, chainId === '' ? undefined : Number(chainId));
    },
    refresh: () => {
      for (const { listener } of [...listeners]) listener();
    },
  };
}
