import type { RequestStatus } from '@portage/core';
import type { Lease } from '@portage/database';
import type { Statement, Transaction } from '@portage/database';
import type { RelayDetails, RelayPayload } from '../../kit/jobs/relayJob.js';

/** A job of a call with everything that the decision needs. */
export interface DueRelay {
  readonly jobId: number;
  readonly payload: RelayPayload;
  /** Number of times that it failed in a simulation. */
  readonly attempts: number;
  /** Milliseconds since it was due first. */
  readonly waitedMs: number;
  /**
   * Charge of the order for it, in native currency; undefined where nothing was charged on this
   * chain, or in orders from before it was kept.
   */
  readonly charged: bigint | undefined;
  /** Status of the request; undefined where the order has none. */
  readonly status: RequestStatus | undefined;
  readonly settlement: { readonly settled: boolean } | undefined;
  /** Transactions of the settlement that may still land or did. */
  readonly live: number;
  /** Transactions of the settlement that are proven to have failed. */
  readonly reverted: number;
}

interface DueRow {
  job_id: number;
  order_id: string;
  leg: string;
  details: RelayDetails;
  attempts: number;
  waited_ms: number;
  charged: string | null;
  status: RequestStatus | null;
  has_settlement: boolean;
  settled: boolean;
  live: number;
  reverted: number;
}

const takeStatement: Statement = {
  name: 'relays_take',
  isReading: true,
  text: `
with lease as (
  select 1 from leases where name = $3 and epoch = $4 and expires_at > clock_timestamp() for share
), due as (
  select id, order_id, leg, details, attempts, run_at, due_since from jobs
    where kind = 'relay' and chain_id = $1 and run_at <= clock_timestamp()
      and exists (select 1 from lease)
      and not exists (select 1 from chain_cursors c where c.chain_id = $1 and c.halted_reason is not null)
    order by run_at, id limit $2 for update skip locked
)
select due.id as job_id, due.order_id, due.leg, due.details, due.attempts, (1000 * extract(epoch from clock_timestamp() - coalesce(due.due_since, due.run_at)))::float8 as waited_ms, q.execution_terms #>> '{quoted,depositGas}' as charged, w.status, s.order_id is not null as has_settlement, s.settled_at is not null as settled, x.live::int, x.reverted::int
  from due
  left join requests q on q.order_id = due.order_id and q.origin_chain_id = $1
  left join request_states w on w.order_id = due.order_id
  left join settlements s on s.order_id = due.order_id and s.leg = due.leg
  left join lateral (
    select count(*) filter (where b.state in ('stored', 'sent', 'mined')) as live, count(*) filter (where b.state = 'reverted') as reverted
      from outbox b where b.order_id = s.order_id and b.leg = s.leg
  ) x on true
  order by due.run_at, due.id`,
};

/** Calls that are taken at once. */
export interface TakeRelaysOptions {
  readonly chainId: number;
  readonly limit: number;
  readonly lease: Lease;
}

/**
 * Takes due calls of a chain, oldest first, for as long as the transaction lasts: other solvers
 * pass them over, and a process that dies gives them back. Nothing is taken when the lease no
 * longer holds or the chain is halted.
 */
export async function takeRelays(
  tx: Transaction,
  options: TakeRelaysOptions,
): Promise<readonly DueRelay[]> {
  const { chainId, limit, lease } = options;
  const rows = await tx.query<DueRow>(takeStatement, [chainId, limit, lease.name, lease.epoch]);
  return rows.map((row) => ({
    jobId: row.job_id,
    payload: { orderId: row.order_id, leg: row.leg, ...row.details },
    attempts: row.attempts,
    waitedMs: row.waited_ms,
    charged: row.charged === null ? undefined : BigInt(row.charged),
    status: row.status ?? undefined,
    settlement: row.has_settlement ? { settled: row.settled } : undefined,
    live: row.live,
    reverted: row.reverted,
  }));
}
