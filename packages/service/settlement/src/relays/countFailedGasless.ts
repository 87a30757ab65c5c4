import type { Queryable, Statement } from '@portage/database';

/**
 * Calls that failed in a simulation or on the chain, and those that passed, cost gas, and brought
 * nothing in.
 */
const countStatement: Statement = {
  name: 'gasless_failed',
  text: `
select count(*) filter (where q.payer = $1)::int as of_payer, count(*) filter (where q.api_key_id = $2)::int as of_key
  from requests q join request_states w using (order_id)
  where (q.payer = $1 or q.api_key_id = $2) and q.created_at > clock_timestamp() - interval '1 hour'
    and q.execution_terms -> 'gasless' is not null and w.status in ('depositing', 'failure')
    and not exists (select 1 from deposits d where d.order_id = q.order_id)
    and (w.fail_reason in ('TRANSFER_FAILED', 'TRANSACTION_REVERTED')
      or exists (select 1 from outbox b where b.order_id = q.order_id and b.purpose = 'relay' and b.leg = $3 and b.state in ('reverted', 'mined')))`,
};

/** Call of a payer's own account, as it is counted. */
export interface CountedCall {
  readonly payer: string;
  readonly apiKeyId: string;
  readonly leg: string;
}

/** Failed calls of the last hour. */
export interface FailedCalls {
  readonly ofPayer: number;
  readonly ofKey: number;
}

/**
 * Number of requests of the last hour the call of `leg` could not be made for, or was made for
 * nothing: a payer's, and an API key's.
 */
export async function countFailedCalls(
  database: Queryable,
  { payer, apiKeyId, leg }: CountedCall,
): Promise<FailedCalls> {
  const [row] = await database.query<{ of_payer: number; of_key: number }>(countStatement, [
    payer,
    apiKeyId,
    leg,
  ]);
  return { ofPayer: row?.of_payer ?? 0, ofKey: row?.of_key ?? 0 };
}
