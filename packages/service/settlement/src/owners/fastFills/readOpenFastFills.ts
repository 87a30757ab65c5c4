import type { DepositEvent } from '@portage/core/chain';
import type { Queryable, Statement } from '@portage/database';
import { mainLeg } from '../../kit/depositId.js';
import { hashBytes } from '../../kit/hashId.js';
import { paidText } from './paidText.js';

/** A fast fill that may still change, with what is known of its order. */
export interface OpenFastFill {
  readonly orderId: string;
  readonly state: 'held' | 'debited';
  /** Milliseconds since the hold was placed. */
  readonly ageMs: number;
  /** Whether something was paid, or may still be, because of the order's deposit. */
  readonly isPaid: boolean;
  /** Whether the request ended. */
  readonly hasEnded: boolean;
  /** Chain of the deposit, and the deposit while it counts as final. */
  readonly deposit: { readonly chainId: number; readonly event: DepositEvent } | undefined;
}

/** Fast fills of a page; the oldest come first. */
const openPageMax = 1_000;

const readStatement: Statement = {
  name: 'fast_fills_open',
  isReading: true,
  text: `
select h.order_id, h.state, (extract(epoch from now() - h.created_at) * 1000)::float8 as age_ms,
    ${paidText('h.order_id')} as is_paid,
    coalesce(r.status in ('success', 'refund', 'failure'), false) as has_ended,
    d.chain_id, d.tx_id, d.ordinal, d.height, d.block_hash, d.depositor, d.payer, d.currency, d.amount
  from fast_fills h left join request_states r on r.order_id = h.order_id
    left join lateral (select * from deposits d where d.order_id = h.order_id and d.state = 'final' and d.leg = '${mainLeg}' limit 1) d on true
  where (h.state = 'held' or (h.state = 'debited' and d.chain_id is not null))
    and ($1::bytea is null or (h.created_at, h.order_id) > (select a.created_at, a.order_id from fast_fills a where a.order_id = $1::bytea))
  order by h.created_at, h.order_id limit ${String(openPageMax)}`,
};

interface OpenRow {
  order_id: string;
  state: OpenFastFill['state'];
  age_ms: number;
  is_paid: boolean;
  has_ended: boolean;
  chain_id: number | null;
  tx_id: string;
  ordinal: number;
  height: number;
  block_hash: string;
  depositor: string;
  payer: string;
  currency: string;
  amount: bigint;
}

/**
 * A page of fast fills that are held, and of debited ones whose deposits came after all.
 *
 * @param after - last order of the page before; the oldest come without it
 */
export async function readOpenFastFills(
  database: Queryable,
  after?: string,
): Promise<readonly OpenFastFill[]> {
  const rows = await database.query<OpenRow & Readonly<Record<string, unknown>>>(readStatement, [
    after === undefined ? null : hashBytes(after),
  ]);
  return rows.map((row) => ({
    orderId: row.order_id,
    state: row.state,
    ageMs: row.age_ms,
    isPaid: row.is_paid,
    hasEnded: row.has_ended,
    deposit:
      row.chain_id === null
        ? undefined
        : {
            chainId: row.chain_id,
            event: {
              type: 'deposit',
              txId: row.tx_id,
              ordinal: row.ordinal,
              height: row.height,
              blockHash: row.block_hash,
              orderId: row.order_id,
              depositor: row.depositor,
              payer: row.payer,
              currency: row.currency,
              amount: row.amount,
            },
          },
  }));
}
