import type { MarkedPayment } from '@portage/core/plugin';
import type { Queryable, Statement } from '@portage/database';

/** A payment of ours whose marker may be closed, and the row of the outbox that made it. */
export interface MarkedTransaction extends MarkedPayment {
  readonly txId: string;
  readonly sequence: bigint;
}

/** Which payments are read. */
export interface ClosableOptions {
  readonly chainId: number;
  readonly sender: string;
  /** Seconds from the signing of a payment before which its marker is held. */
  readonly heldSeconds: number;
  /** Seconds after which a closing that failed is tried again. */
  readonly retrySeconds: number;
  /** Sequence before which nothing is left to be closed. */
  readonly from: bigint;
  readonly limit: number;
}

/** Whether the transaction `o` may have left a marker. */
const marksText = `(o.purpose in ('fill', 'claim') or o.authorization_nonce is not null)`;

/**
 * Payments that are final and settled, of which the last signature for the same number is long
 * over by the chain's own clock, and whose marker is neither closed nor being closed.
 */
const closableStatement: Statement = {
  name: 'markers_closable',
  isReading: true,
  text: `
select o.tx_id, o.sequence, o.order_id, o.authorization_nonce as nonce
  from outbox o join settlements s on s.order_id = o.order_id and s.leg = o.leg join chain_cursors c on c.chain_id = o.chain_id
  where o.chain_id = $1 and o.sender = $2 and o.sequence >= $6 and o.state = 'mined' and ${marksText}
    and c.halted_reason is null and o.height <= c.finalized_height and s.settled_at is not null
    and extract(epoch from o.stored_at) + $3::bigint < c.time
    and not exists (select from outbox v where (v.order_id = o.order_id and v.leg = o.leg or v.chain_id = o.chain_id and v.authorization_nonce = o.authorization_nonce)
      and (v.state in ('stored', 'sent') or extract(epoch from v.stored_at) + $3 >= c.time))
    and not exists (select from marker_proofs p where p.chain_id = o.chain_id and p.tx_id = o.tx_id and p.sequence = o.sequence
      and (p.closing_id is null or p.proven_at > clock_timestamp() - make_interval(secs => $4)
        or exists (select from jobs j where j.kind = 'relay' and j.order_id = p.closing_id)
        or exists (select from outbox q where q.order_id = p.closing_id and q.state in ('stored', 'sent', 'mined'))))
  order by o.sequence limit $5`,
};

const finalText = '(select finalized_height from chain_cursors where chain_id = $1)';

/**
 * The first transaction of a sender from a sequence on that is open, that is not final, or whose
 * marker may still have to be closed. Each walk along an index ends at the first that it finds.
 */
const firstStatement: Statement = {
  name: 'markers_first',
  isReading: true,
  text: `
select coalesce(
    least(
      (select o.sequence from outbox o where o.chain_id = $1 and o.sender = $2 and o.state in ('stored', 'sent') order by o.sequence limit 1),
      (select o.sequence from outbox o where o.chain_id = $1 and o.sender = $2 and o.sequence >= $3 and o.state in ('mined', 'reverted')
        and (o.height > ${finalText} or o.state = 'mined' and ${marksText}
          and not exists (select from marker_proofs p where p.chain_id = o.chain_id and p.tx_id = o.tx_id and p.sequence = o.sequence
            and (p.closing_id is null or exists (select from outbox q
              where q.order_id = p.closing_id and q.state = 'mined' and q.height <= ${finalText}))))
        order by o.sequence limit 1)),
    (select max(o.sequence) + 1 from outbox o where o.chain_id = $1 and o.sender = $2 and o.state in ('mined', 'reverted'))) as sequence`,
};

/** Payments of a sender whose markers may be closed, the oldest first; none of a halted chain. */
export async function readClosable(
  database: Queryable,
  { chainId, sender, heldSeconds, retrySeconds, from, limit }: ClosableOptions,
): Promise<readonly MarkedTransaction[]> {
  const rows = await database.query<{
    tx_id: string;
    sequence: bigint;
    order_id: string;
    nonce: string | null;
  }>(closableStatement, [chainId, sender, heldSeconds, retrySeconds, limit, from]);
  return rows.map(({ tx_id: txId, sequence, order_id: orderId, nonce }) => ({
    txId,
    sequence,
    orderId,
    ...(nonce === null ? {} : { nonce }),
  }));
}

/** Transactions of a sender whose markers were not looked at yet. */
export type MarkedFrom = Pick<ClosableOptions, 'chainId' | 'sender' | 'from'>;

/**
 * Sequence before which no marker of a sender is left to be closed, given one before which that is
 * known. A worker that keeps it looks at each payment of a chain once, however many there are.
 */
export async function readFirstMarked(
  database: Queryable,
  { chainId, sender, from }: MarkedFrom,
): Promise<bigint> {
  const [row] = await database.query<{ sequence: bigint | null }>(firstStatement, [
    chainId,
    sender,
    from,
  ]);
  return row?.sequence ?? from;
}
