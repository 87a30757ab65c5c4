import type { Queryable } from '@portage/database';

/** Inventory that orders wait for. */
export interface Demand {
  readonly chainId: number;
  readonly currency: string;
  /** Smallest units. */
  readonly amount: bigint;
  readonly orders: number;
}

/** Orders with external liquidity of one payer that may fail within a day. */
const failuresMax = 2;

/**
 * Inventory that orders with external liquidity whose deposits are final need on their chains, by
 * currency. An order for which a rebalance would come too late adds none, nor does one whose payer
 * has had several that failed of late: the cost of a path would be paid for an order that is made
 * to fail.
 */
export async function readDemands(database: Queryable): Promise<readonly Demand[]> {
  const rows = await database.query<{
    chain_id: number;
    currency: string;
    amount: bigint;
    orders: number;
  }>(`
select j.chain_id, r.execution_terms #>> '{external,currency}' as currency,
    sum((r.execution_terms #>> '{external,amount}')::numeric) as amount, count(*)::int as orders
  from jobs j join requests r using (order_id)
  where j.kind = 'fill' and r.execution_terms -> 'external' is not null
    and r.fill_by > clock_timestamp() + make_interval(secs => (r.execution_terms #>> '{external,seconds}')::float8)
    and (select count(*) from requests q join request_states t using (order_id)
      where q.payer = r.payer and q.created_at > clock_timestamp() - interval '1 day'
        and q.execution_terms -> 'external' is not null and t.status in ('refund', 'failure')) < ${String(failuresMax)}
  group by 1, 2 order by 1, 2`);
  return rows.map(({ chain_id: chainId, currency, amount, orders }) => ({
    chainId,
    currency,
    amount,
    orders,
  }));
}
