import type { Queryable, Statement } from '@portage/database';

/**
 * Both kinds of failures: on the chain, which cost gas, and on top of the newest block, which did
 * not. What somebody else submitted first has failed on the chain, too, but its request went on.
 */
const countStatement: Statement = {
  name: 'permits_failed',
  text: `
select count(*)::int as failed from requests q join request_states w using (order_id)
  where q.payer = $1 and q.created_at > clock_timestamp() - interval '1 hour'
    and q.execution_terms -> 'permit' is not null and w.status in ('depositing', 'failure')
    and (w.fail_reason in ('TRANSFER_FAILED', 'TRANSACTION_REVERTED', 'INVALID_NONCE')
      or exists (select 1 from outbox b where b.order_id = q.order_id and b.purpose = 'relay' and b.leg = $2 and b.state = 'reverted'))`,
};

/** Calls with what a payer signed for, as they are counted. */
export interface CountedPermits {
  readonly payer: string;
  readonly leg: string;
}

/**
 * Number of requests of a payer, made within the last hour, could not take what the payer had
 * signed for with the call of `leg`.
 */
export async function countFailedPermits(
  database: Queryable,
  { payer, leg }: CountedPermits,
): Promise<number> {
  const [row] = await database.query<{ failed: number }>(countStatement, [payer, leg]);
  return row?.failed ?? 0;
}
