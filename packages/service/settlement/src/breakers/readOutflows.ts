import type { Queryable } from '@portage/database';
import { toPaymentIntent, type PayoutIntent } from '../settlements/payoutIntent.js';
import { outflowsOf, type Outflow } from '../settlements/outflowsOf.js';

/** Amount that left the solver for a recipient. */
export interface MadeOutflow extends Outflow {
  readonly recipient: string;
  /** Milliseconds since its payment was decided, by the database's clock. */
  readonly ageMs: number;
}

/**
 * Payments of the solver's own on a chain that were decided within 24 hours, and since the last
 * halt of the chain that an operator cleared.
 */
export async function readOutflows(
  database: Queryable,
  chainId: number,
  native: string,
): Promise<readonly MadeOutflow[]> {
  const rows = await database.query<{ order_id: string; intent: PayoutIntent; age_ms: number }>(
    `select hash_text(order_id) as order_id, intent, (extract(epoch from now() - created_at) * 1000)::float8 as age_ms
       from settlements where chain_id = $1 and kind = 'fill'
         and created_at > greatest(now() - interval '24 hours', (select max(cleared_at) from halt_clearances where chain_id = $1))`,
    [chainId],
  );
  return rows.flatMap(({ order_id: orderId, intent, age_ms: ageMs }) =>
    outflowsOf(toPaymentIntent(orderId, intent), native).map((outflow) => ({
      ...outflow,
      ...{ recipient: intent.recipient, ageMs },
    })),
  );
}
