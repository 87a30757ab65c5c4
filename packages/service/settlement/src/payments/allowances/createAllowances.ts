import type { SettlementContext } from '../../books/context.js';
import { relayJob, type NewRelay } from '../../kit/jobs/relayJob.js';

/** Renewal of an allowance that the worker of its chain is to make. */
export type NewRenewal = Pick<NewRelay, 'chainId' | 'to' | 'data' | 'gasLimit'> & {
  /** Name of the renewal, 32 bytes. */
  readonly id: string;
  readonly currency: string;
  /** Contract that takes the currency. */
  readonly spender: string;
};

/** Allowances of senders. */
export interface Allowances {
  /**
   * Asks the worker of a chain to renew an allowance, once that is durable. One at a time: nothing
   * is asked for while another renewal of the same currency and spender has not ended, nor where a
   * day had too many, which tells of a token that forgets them.
   */
  renew(renewal: NewRenewal): Promise<'asked' | 'under way' | 'too many'>;
}

/** Renewals of one allowance in a day: twice what a token needs that is taken back first. */
const perDayMax = 4;

/** Makes the verbs of allowances. */
export function createAllowances({
  transaction,
  jobs,
}: Pick<SettlementContext, 'transaction' | 'jobs'>): Allowances {
  return {
    renew: ({ id, currency, spender, ...call }) =>
      transaction(async (tx) => {
        const leg = `allowance:${spender}:${currency}`;
        // Two processes that ask at once would each see none under way.
        await tx.query(`select pg_advisory_xact_lock(hashtext('portage_allowances'))`);
        const [row] = await tx.query<{ is_open: boolean; recent: number }>(
          // Older ones that have not ended have a job or an open transaction.
          `select count(*)::int as recent,
              count(*) filter (where settled_at is null) > 0
                or exists (select 1 from jobs where kind = 'relay' and chain_id = $1 and leg = $2)
                or exists (select 1 from outbox where chain_id = $1 and leg = $2 and state in ('stored', 'sent')) as is_open
             from settlements where kind = 'relay' and chain_id = $1 and leg = $2 and created_at > clock_timestamp() - interval '1 day'`,
          [call.chainId, leg],
        );
        if (row?.is_open === true) return 'under way';
        if ((row?.recent ?? 0) >= perDayMax) return 'too many';
        await jobs.add(tx, [relayJob({ ...call, orderId: id, leg })]);
        return 'asked';
      }),
  };
}
