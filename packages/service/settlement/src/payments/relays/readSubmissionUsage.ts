import type { Queryable, Statement, Transaction } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';
import { sponsorAsset } from '../../books/ledger/accounts.js';
import { payingDepositText } from './payingDepositText.js';

/** Legs of the calls that submissions make. */
const legs = `('gasless', 'permit')`;

/** Reasons of requests whose call failed; a call that failed in a simulation has no transaction. */
const callFailures = `('TRANSFER_FAILED', 'TRANSACTION_REVERTED', 'INVALID_NONCE')`;

/** A subquery is read once, so that an index finds what is younger; the clock alone is not. */
const within = (interval: string): string => `(select clock_timestamp() - interval '${interval}')`;

/**
 * Submissions that brought nothing in: those that still may, and those of the last hour that failed
 * in a simulation, reverted, or passed for nothing. The hour is that of the submission: a quote may
 * be old when it is executed, but no older than a day. What another party submitted first has
 * failed, too, but its deposit pays for the order; once a request has failed, a deposit goes back.
 * Gas is the limit of each transaction that was made or may be.
 */
const usageStatement: Statement = {
  name: 'submissions_usage',
  text: `
with submissions as (
  select order_id from outbox where leg in ${legs} and stored_at > ${within('1 hour')}
  union select order_id from outbox where leg in ${legs} and state in ('stored', 'sent')
  union select order_id from jobs where kind = 'relay' and leg in ${legs}
  union select order_id from request_states where status = 'failure' and created_at > ${within('1 day')}
    and updated_at > ${within('1 hour')} and fail_reason in ${callFailures}
)
select count(*) filter (where payer = $1 and kind = $3)::int as payer_calls, coalesce(sum(gas) filter (where payer = $1), 0)::float8 as payer_gas,
    count(*) filter (where api_key_id = $2 and kind = $3)::int as key_calls, coalesce(sum(gas) filter (where api_key_id = $2), 0)::float8 as key_gas,
    coalesce(sum(gas), 0)::float8 as all_gas,
    coalesce(sum(gas) filter (where sponsor = $5), 0)::float8 as sponsor_gas,
    coalesce((select balance from ledger_balances where account = 'sponsor:' || $5 and asset = '${sponsorAsset}'), 0) as sponsor_balance
  from (
    select q.payer, q.api_key_id, q.execution_terms #>> '{gaslessSponsor,account}' as sponsor, k.kind, k.gas_limit * (x.ended + x.open) as gas
      from submissions join requests q using (order_id) join request_states w using (order_id)
      cross join lateral (
        select case when q.execution_terms -> 'gasless' is not null then 'gasless' else 'permit' end as kind,
            coalesce(q.execution_terms -> 'gasless' ->> 'gasLimit', q.execution_terms -> 'permit' ->> 'gasLimit')::bigint as gas_limit
      ) k
      cross join lateral (
        select count(*) filter (where b.state in ('reverted', 'mined')) as ended,
            greatest(count(*) filter (where b.state in ('stored', 'sent')), (select count(*) from jobs j where j.kind = 'relay' and j.order_id = q.order_id and j.leg = k.kind)) as open
          from outbox b where b.order_id = q.order_id and b.purpose = 'relay' and b.leg = k.kind
      ) x
      where q.order_id <> $4 and k.gas_limit is not null and w.status <> 'success'
        and (w.status = 'failure' or x.ended + x.open > 0 and not ${payingDepositText})
  ) submitted`,
};

/** Two that are accepted at once wait for each other here: the second sees the first. */
const lockStatement: Statement = {
  name: 'submissions_lock',
  text: `select pg_advisory_xact_lock(hashtextextended('submissions', 0))`,
};

/** Payer whose signature is submitted, and the API key that it is submitted with. */
export interface Submitter {
  /** Order that is submitted; it does not count against itself. */
  readonly orderId: string;
  /** Kind of the submissions that are counted; its calls have this leg. */
  readonly kind: 'permit' | 'gasless';
  readonly payer: string;
  readonly apiKeyId?: string | undefined;
  /** Account that pays for submissions that bring nothing in. */
  readonly sponsor?: string | undefined;
}

/** Submissions of one kind, and the gas of all kinds, in units. */
export interface SubmissionCount {
  readonly calls: number;
  readonly gas: number;
}

/** Submissions that brought nothing in, still open or of the last hour. */
export interface SubmissionUsage {
  readonly payer: SubmissionCount;
  readonly key: SubmissionCount;
  /** The sponsor's submissions with any key, and the balance that stands for them, in micro-USD. */
  readonly sponsor: { readonly gas: number; readonly balance: bigint };
  /** Units of gas of everybody's submissions. */
  readonly gas: number;
}

/** Submissions of a payer, of an API key and of everybody that brought nothing in. */
export async function readSubmissionUsage(
  database: Queryable,
  { orderId, kind, payer, apiKeyId, sponsor }: Submitter,
): Promise<SubmissionUsage> {
  const [row] = await database.query<{
    payer_calls: number;
    payer_gas: number;
    key_calls: number;
    key_gas: number;
    all_gas: number;
    sponsor_gas: number;
    sponsor_balance: bigint;
  }>(usageStatement, [payer, apiKeyId ?? null, kind, hashBytes(orderId), sponsor ?? null]);
  return {
    payer: { calls: row?.payer_calls ?? 0, gas: row?.payer_gas ?? 0 },
    key: { calls: row?.key_calls ?? 0, gas: row?.key_gas ?? 0 },
    sponsor: { gas: row?.sponsor_gas ?? 0, balance: row?.sponsor_balance ?? 0n },
    gas: row?.all_gas ?? 0,
  };
}

/** The same, and no other submission is accepted until the transaction ends. */
export async function lockSubmissionUsage(
  tx: Transaction,
  submitter: Submitter,
): Promise<SubmissionUsage> {
  await tx.query(lockStatement, []);
  return readSubmissionUsage(tx, submitter);
}
