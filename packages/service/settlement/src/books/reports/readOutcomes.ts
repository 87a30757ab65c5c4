import type { Queryable, Statement } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';
import type { ExecutionTerms } from '../../orders/requests/executionTerms.js';

/** How an order was filled, and who pays and earns by it. */
export interface OrderOutcome {
  readonly orderId: string;
  /** From its final deposit until its request ended; undefined where no fill ended it. */
  readonly fillSeconds: number | undefined;
  readonly sponsor: ExecutionTerms['sponsor'];
  readonly appFees: ExecutionTerms['appFees'];
}

const statement: Statement = {
  name: 'order_outcomes',
  text: `
select r.order_id as "orderId", r.execution_terms -> 'sponsor' as sponsor, r.execution_terms -> 'appFees' as "appFees",
    extract(epoch from s.updated_at - d.final_at)::float8 as seconds
  from requests r join request_states s using (order_id)
    left join settlements t on t.order_id = r.order_id and t.leg = 'main' and t.kind = 'fill' and s.status = 'success'
    left join deposits d on d.chain_id = t.deposit_chain_id and d.tx_id = t.deposit_tx_id and d.ordinal = t.deposit_ordinal
  where r.order_id = any($1::bytea[])`,
};

interface Row {
  orderId: string;
  sponsor: ExecutionTerms['sponsor'] | null;
  appFees: ExecutionTerms['appFees'] | null;
  seconds: number | null;
}

/** Reads the outcomes of orders, by their ids. */
export async function readOutcomes(
  database: Queryable,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderOutcome>> {
  if (orderIds.length === 0) return new Map();
  const rows = await database.query<Row>(statement, [hashArray(orderIds)]);
  return new Map(
    rows.map(({ orderId, seconds, sponsor, appFees }) => [
      orderId,
      {
        orderId,
        fillSeconds: seconds === null ? undefined : Math.max(0, seconds),
        sponsor: sponsor ?? undefined,
        appFees: appFees ?? [],
      },
    ]),
  );
}
