import type { Queryable } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';
import { toPaymentIntent, type PayoutIntent } from '../settlements/payoutIntent.js';
import { outflowsOf, type Outflow } from '../settlements/outflowsOf.js';

/** Amount that left the solver for a recipient. */
export interface MadeOutflow extends Outflow {
  readonly recipient: string;
  /** Milliseconds since its payment was decided, by the database's clock. */
  readonly ageMs: number;
}

interface Row {
  readonly order_id: string;
  readonly intent: PayoutIntent;
  readonly age_ms: number;
}

/** Payments that are read at once. A busy chain makes a million of them a day. */
const pageSize = 2_000;

/** A page begins after the payment of the order `$2`, or with the oldest one where it is null. */
const statement = `with after as (select created_at, order_id from settlements where order_id = $2 and leg = 'main')
  select hash_text(order_id) as order_id, intent, (extract(epoch from now() - created_at) * 1000)::float8 as age_ms
    from settlements where chain_id = $1 and kind = 'fill'
      and created_at > greatest(now() - interval '24 hours', (select max(cleared_at) from halt_clearances where chain_id = $1))
      and created_at >= coalesce((select created_at from after), '-infinity')
      and ($2::bytea is null or (created_at, order_id) > (select created_at, order_id from after))
    order by created_at, order_id limit $3`;

/**
 * Payments of the solver's own on a chain that were decided within 24 hours, and since the last
 * halt of the chain that an operator cleared, page by page from the oldest one.
 */
export async function* readOutflows(
  database: Queryable,
  chainId: number,
  native: string,
): AsyncGenerator<readonly MadeOutflow[], void, undefined> {
  let last: string | undefined;
  do {
    const rows: readonly Row[] = await database.query<Row>(statement, [
      chainId,
      last === undefined ? null : hashBytes(last),
      pageSize,
    ]);
    yield rows.flatMap((row) => outflowsOfRow(row, native));
    last = rows.length < pageSize ? undefined : rows.at(-1)?.order_id;
  } while (last !== undefined);
}

function outflowsOfRow(row: Row, native: string): readonly MadeOutflow[] {
  const { order_id: orderId, intent, age_ms: ageMs } = row;
  return outflowsOf(toPaymentIntent(orderId, intent), native).map((outflow) => ({
    ...outflow,
    recipient: intent.recipient,
    ageMs,
  }));
}
