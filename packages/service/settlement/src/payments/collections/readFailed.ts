import type { PaymentAuthorization } from '@portage/core/chain';
import type { Queryable, Statement } from '@portage/database';

/** A release that another account carried out with what was signed for a collection. */
export interface CarriedOut {
  readonly txId: string;
  readonly height: number;
  /** Place of its first event in the transaction. */
  readonly ordinal: number;
  /** Sum of its releases, in smallest units. */
  readonly amount: bigint;
}

/** A collection whose transactions did not land, and whose signature may still be carried out. */
export interface FailedCollection {
  readonly orderId: string;
  /** Sender to which it would bring the earnings. */
  readonly sender: string;
  readonly currency: string;
  /** Smallest units that were signed for. */
  readonly amount: bigint;
  /** The last signature of each nonce. */
  readonly authorizations: readonly PaymentAuthorization[];
  /** Unix seconds up to which the chain is read, by its own clock. */
  readonly originTime: number;
  /** Release that the chain tells of and the books lack. */
  readonly carriedOut: CarriedOut | undefined;
}

interface FailedRow {
  order_id: string;
  sender: string;
  currency: string;
  amount: bigint;
  authorizations: readonly PaymentAuthorization[];
  origin_time: number;
  tx_id: string | null;
  height: number | null;
  ordinal: number | null;
  released: bigint | null;
}

const failedStatement: Statement = {
  name: 'collections_failed',
  isReading: true,
  text: `
select f.order_id, a.sender, s.intent ->> 'currency' as currency, (s.intent ->> 'amount')::numeric as amount, a.authorizations,
    coalesce((select c.time from chain_cursors c where c.chain_id = f.chain_id), 0) as origin_time,
    r.tx_id, r.height, r.ordinal, r.released
  from failed_collections f join settlements s on s.order_id = f.order_id and s.kind = 'collection'
    cross join lateral (
      select min(sender) as sender, jsonb_agg(jsonb_build_object('nonce', nonce, 'expiry', expiry)) as authorizations from (
        select o.sender, o.authorization_nonce as nonce, max(o.authorization_expiry) as expiry from outbox o
          where o.order_id = f.order_id and o.purpose = 'collection' and o.authorization_nonce is not null group by 1, 2
      ) each
    ) a
    left join lateral (
      select q.tx_id, min(q.height) as height, min(q.ordinal) as ordinal, sum(q.amount) as released from releases q
        where q.chain_id = f.chain_id and q.unbooked and q.state = 'seen' and exists (
          select from outbox o where o.order_id = f.order_id and o.purpose = 'collection' and o.authorization_nonce = q.nonce)
        group by q.tx_id limit 1
    ) r on true
  where f.chain_id = $1 and not exists (select from chain_cursors c where c.chain_id = $1 and c.halted_reason is not null)
  order by f.failed_at`,
};

/**
 * Collections of a chain whose signature may still be carried out, the oldest first; none while the
 * chain is halted.
 */
export async function readFailed(
  database: Queryable,
  chainId: number,
): Promise<readonly FailedCollection[]> {
  const rows = await database.query<FailedRow>(failedStatement, [chainId]);
  return rows.map(({ tx_id: txId, height, ordinal, released, ...row }) => ({
    orderId: row.order_id,
    sender: row.sender,
    currency: row.currency,
    amount: row.amount,
    authorizations: row.authorizations,
    originTime: row.origin_time,
    carriedOut:
      txId === null || height === null || ordinal === null || released === null
        ? undefined
        : { txId, height, ordinal, amount: released },
  }));
}
