import type { Statement, Transaction } from '@portage/database';

/**
 * A payment that the chain tells and the outbox does not have: it was made before the database was
 * put back to an older state, or another account carried out what was signed for it.
 */
export interface MadePayment {
  readonly txId: string;
  readonly height: number;
  /** Amount that arrived, in smallest units. */
  readonly amount: bigint;
  /** Place among the payments of its transaction, and the number of them. */
  readonly place: number;
  readonly payments: number;
  /** Place of its event in the transaction. */
  readonly ordinal: number;
  /** Another account made it and paid for its gas: our own transaction did not. */
  readonly isForeign: boolean;
}

/** Job of a payout that may have been made. */
export interface PayoutQuestion {
  readonly jobId: number;
  readonly kind: 'fill' | 'refund';
}

interface MadeRow extends Omit<MadePayment, 'txId' | 'isForeign'> {
  job_id: number;
  tx_id: string;
  is_foreign: boolean;
}

const readStatement: Statement = {
  name: 'payouts_made',
  isReading: true,
  text: `
select distinct on (j.id) j.id as job_id, p.tx_id, p.ordinal, p.height, p.amount, p.place, p.payments, p.is_foreign
  from unnest($1::bigint[]) as asked (id) join jobs j using (id)
    join deposits d on d.chain_id = j.deposit_chain_id and d.tx_id = j.deposit_tx_id and d.ordinal = j.deposit_ordinal
    cross join lateral (
      select f.tx_id, f.height, f.amount, f.ordinal, x.place, x.payments, false as is_foreign from fills f
        cross join lateral (
          select count(*) filter (where o.ordinal < f.ordinal)::int as place, count(*)::int as payments
            from (select order_id, min(ordinal) as ordinal from fills g
              where g.chain_id = f.chain_id and g.tx_id = f.tx_id and g.matched group by order_id) o
            where o.order_id <> f.order_id or o.ordinal = f.ordinal
        ) x
        where j.kind = 'fill' and f.order_id = j.order_id and f.chain_id = j.chain_id and f.unbooked and f.state = 'seen'
      union all
      select r.tx_id, r.height, r.amount, r.ordinal, r.ordinal, 1, true from releases r
        where j.kind = 'refund' and r.chain_id = j.chain_id and r.unbooked and r.state = 'seen'
          and exists (select from outbox o where o.chain_id = r.chain_id and o.authorization_nonce = r.nonce
            and o.order_id = j.order_id and o.leg = j.leg and o.purpose = 'refund')
      union all
      select r.tx_id, r.height, r.amount, r.ordinal, 0, 1, false from releases r
        where j.kind = 'refund' and r.order_id = d.order_id and r.chain_id = j.chain_id and r.unbooked and r.state = 'seen'
          and r.depositor = d.depositor and r.currency = d.currency and r.amount <= j.amount
          and not exists (select from inventory i where i.chain_id = r.chain_id and i.sender = r.recipient)
          and not exists (select from settlements s where s.order_id = j.order_id and s.leg = j.leg)
          and not exists (select from outbox o where o.chain_id = r.chain_id and o.authorization_nonce = r.nonce)
    ) p
  order by j.id, p.is_foreign desc, case j.kind when 'refund' then -p.amount else p.ordinal end`,
};

/**
 * Reads which jobs ask for a payment that was made already. What another account carried out has
 * the nonce of the job. Of several refunds of one order that the outbox has lost the greatest that
 * a job covers is its own; each is booked once, and the job that is left looks again. A release to
 * a sender of ours is a collection, and no refund.
 */
export async function readMadePayments(
  tx: Transaction,
  questions: readonly PayoutQuestion[],
): Promise<ReadonlyMap<number, MadePayment>> {
  if (questions.length === 0) return new Map();
  const rows = await tx.query<MadeRow>(readStatement, [questions.map(({ jobId }) => jobId)]);
  const taken = new Set<string>();
  const made = new Map<number, MadePayment>();
  for (const { job_id: jobId, tx_id: txId, is_foreign: isForeign, ...payment } of rows) {
    const event = `${txId}:${String(payment.ordinal)}`;
    if (taken.has(event)) continue;
    taken.add(event);
    made.set(jobId, { txId, isForeign, ...payment });
  }
  return made;
}
