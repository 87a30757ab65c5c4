import type { Queryable, Statement } from '@portage/database';

/** Requests of the last hour that are looked at, at most. */
const requestsMax = 500;

/** Time of lately made payouts between two chains. */
export interface PayoutTime {
  readonly originChainId: number;
  readonly destinationChainId: number;
  /** Half of the payouts were seen within these seconds after their deposit was final. */
  readonly medianSeconds: number;
  /** Payouts that were looked at. */
  readonly count: number;
}

const payoutsStatement: Statement = {
  name: 'payout_times',
  text: `
with lately as (
  select order_id, origin_chain_id, destination_chain_id from requests
    where created_at > now() - interval '1 hour' order by created_at desc limit ${String(requestsMax)}
)
select origin_chain_id as "originChainId", destination_chain_id as "destinationChainId", count(*)::int as count,
    percentile_cont(0.5) within group (order by extract(epoch from r.updated_at - d.final_at))::float8 as "medianSeconds"
  from lately l
    join request_states r using (order_id)
    join settlements s using (order_id)
    join deposits d on d.chain_id = s.deposit_chain_id and d.tx_id = s.deposit_tx_id and d.ordinal = s.deposit_ordinal
  where r.status = 'success' and s.leg = 'main' and s.kind = 'fill' and d.final_at is not null
  group by 1, 2`,
};

/** Times of the payouts of the last hour, by pair of chains; a pair without any is missing. */
export async function readPayoutTimes(database: Queryable): Promise<readonly PayoutTime[]> {
  return database.query<PayoutTime>(payoutsStatement);
}
