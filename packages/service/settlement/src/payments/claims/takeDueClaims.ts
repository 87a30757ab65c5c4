import type { Lease, Statement, Transaction } from '@portage/database';
import type { ClaimTerms } from './claim.js';

/** A claim whose payment is due, with everything that the decision needs. */
export interface DueClaim extends ClaimTerms {
  readonly jobId: number;
  readonly id: string;
  /** Number of times that its payment failed in a simulation. */
  readonly attempts: number;
  /** Milliseconds since its signature was taken in. */
  readonly ageMs: number;
  /**
   * Transaction of the sender that the chain tells and that the books lack: it was made before the
   * database was put back to an older state.
   */
  readonly madeBy: string | undefined;
}

/** Claims that are taken. */
export interface TakeClaimsOptions {
  readonly chainId: number;
  readonly sender: string;
  readonly limit: number;
  readonly lease: Lease;
}

interface DueRow {
  readonly job_id: number;
  readonly id: string;
  readonly attempts: number;
  readonly wallet: string;
  readonly chain_id: number;
  readonly currency: string;
  readonly amount: bigint;
  readonly recipient: string;
  readonly age_ms: number;
  readonly made_by: string | null;
}

const dueStatement: Statement = {
  name: 'claims_due',
  isReading: true,
  text: `
with lease as (
  select 1 from leases where name = $3 and epoch = $4 and expires_at > clock_timestamp() for share
), due as (
  select id, order_id, attempts, run_at from jobs
    where kind = 'claim' and chain_id = $1 and run_at <= clock_timestamp()
      and exists (select 1 from lease)
      and not exists (select 1 from chain_cursors c where c.chain_id = $1 and c.halted_reason is not null)
    order by run_at, id limit $2 for update skip locked
)
select due.id as job_id, c.id, due.attempts, c.wallet, c.chain_id, c.currency, c.amount, c.recipient,
    (extract(epoch from clock_timestamp() - c.created_at) * 1000)::float8 as age_ms,
    (select f.tx_id from fills f where f.order_id = c.id and f.chain_id = $1 and f.solver = $5 and f.state = 'seen' limit 1) as made_by
  from due join app_fee_claims c on c.id = due.order_id
  where c.state = 'open' and not exists (select from settlements s where s.order_id = c.id)
  order by due.run_at, due.id`,
};

/**
 * Takes due claims of a chain, oldest first, for as long as the transaction lasts: other solvers
 * pass them over, and a process that dies gives them back. Nothing is taken when the lease no
 * longer holds or the chain is halted.
 */
export async function takeDueClaims(
  tx: Transaction,
  { chainId, sender, limit, lease }: TakeClaimsOptions,
): Promise<readonly DueClaim[]> {
  const rows = await tx.query<DueRow & Readonly<Record<string, unknown>>>(dueStatement, [
    chainId,
    limit,
    lease.name,
    lease.epoch,
    sender,
  ]);
  return rows.map((row) => ({
    jobId: row.job_id,
    id: row.id,
    attempts: row.attempts,
    ageMs: row.age_ms,
    wallet: row.wallet,
    chainId: row.chain_id,
    currency: row.currency,
    amount: row.amount,
    recipient: row.recipient,
    madeBy: row.made_by ?? undefined,
  }));
}
