import { assert } from '@portage/core';
import type { SignedTransaction } from '@portage/core/chain';
import type { Queryable, Statement } from '@portage/database';
import { mainLeg } from '../../kit/depositId.js';
import type {
  Obligation,
  ObligationKind,
  Purpose,
  StoredIntent,
} from '../settlements/obligation.js';

/**
 * A transaction of ours whose outcome is not final yet; of one that pays several, one of its
 * payments. They have one id and the same bytes, and end together.
 */
export interface OutboxRow extends SignedTransaction {
  /** Place among the payments of its transaction, by sequence; 0 where it pays one. */
  readonly place: number;
  readonly purpose: Purpose | 'cancel';
  readonly state: 'stored' | 'sent';
  /** Milliseconds since it was stored. */
  readonly ageMs: number;
  /** Milliseconds from the finality of its deposit until it was signed; of payouts. */
  readonly signedAfterMs?: number | undefined;
  /** Newest block when it was first sent, or refused. */
  readonly sentHeight: number | undefined;
  /** Makes each booking of it a fact of its own. */
  readonly reorgCount: number;
  /** Number of transactions with its sequence that were ever stored. */
  readonly versions: number;
  /** Obligation that it meets; undefined where it serves nothing but its sequence. */
  readonly obligation: Obligation | undefined;
  /** The chain's own event of this payment was seen and still stands. */
  readonly isSeen: boolean;
  /** A payment of the order by our solver was seen, by whatever transaction. */
  readonly isFilled: boolean;
}

/** A row of one kind of obligation. */
export type RowOf<Kind extends ObligationKind> = OutboxRow & {
  readonly obligation: Obligation<Kind>;
};

interface Row {
  tx_id: string;
  sender: string;
  sequence: bigint;
  raw: string;
  purpose: OutboxRow['purpose'];
  state: OutboxRow['state'];
  age_ms: number;
  signed_after_ms: number | null;
  sent_height: number | null;
  reorg_count: number;
  versions: number;
  order_id: string | null;
  leg: string | null;
  kind: Purpose | null;
  deposit_chain_id: number | null;
  deposit_tx_id: string | null;
  deposit_ordinal: number | null;
  intent: StoredIntent | null;
  gas_reserved: bigint | null;
  is_seen: boolean;
  is_filled: boolean;
}

const openText = (condition: string, limit: string): string => `
select * from (
  select o.stored_at, o.tx_id, o.sender, o.sequence, o.raw, o.purpose, o.state, (extract(epoch from clock_timestamp() - o.stored_at) * 1000)::float8 as age_ms,
    (select extract(epoch from o.stored_at - d.final_at) * 1000 from deposits d where d.chain_id = s.deposit_chain_id and d.tx_id = s.deposit_tx_id and d.ordinal = s.deposit_ordinal)::float8 as signed_after_ms,
    o.sent_height, o.reorg_count, o.order_id, o.leg, s.kind, s.deposit_chain_id, s.deposit_tx_id, s.deposit_ordinal, coalesce(w.from_intent, s.intent) as intent, case when w.from_intent is null then s.gas_reserved else 0 end as gas_reserved,
    (select count(*)::int from outbox v where v.chain_id = o.chain_id and v.sender = o.sender and v.sequence = o.sequence) as versions,
    case o.purpose
      when 'fill' then exists (select 1 from fills f where f.chain_id = o.chain_id and f.tx_id = o.tx_id and f.order_id = o.order_id and f.matched and f.state = 'seen')
      when 'refund' then exists (select 1 from releases r where r.chain_id = o.chain_id and r.tx_id = o.tx_id and r.state = 'seen')
      when 'collection' then exists (select 1 from releases r where r.chain_id = o.chain_id and r.tx_id = o.tx_id and r.state = 'seen')
      when 'claim' then exists (select 1 from fills f where f.chain_id = o.chain_id and f.tx_id = o.tx_id and f.order_id = o.order_id and f.state = 'seen')
      else true
    end as is_seen,
    exists (select 1 from fills f where f.order_id = o.order_id and (f.matched or (o.purpose = 'claim' and f.solver = o.sender)) and f.state = 'seen') as is_filled
  from outbox o left join settlements s using (order_id, leg)
    left join settlement_changes w on w.order_id = o.order_id and w.leg = o.leg and o.purpose = 'fill' and s.kind = 'refund'
  where o.chain_id = $1 and o.sender = $2
    and o.state in ('stored', 'sent') ${condition}
  order by o.sequence ${limit}
) as open order by sequence, stored_at`;

const limitText = 'fetch first ($3::int) rows with ties';

/**
 * Transactions with one sequence are read together or not at all: what became of one of them says
 * nothing without the others.
 */
const openStatement: Statement = { name: 'outbox_open', text: openText('', limitText) };

/** Where the limit was reached: it may have cut a transaction that pays several in two. */
const wholeStatement: Statement = {
  name: 'outbox_open_whole',
  text: openText(
    `and o.tx_id in (select tx_id from outbox where chain_id = $1 and sender = $2 and state in ('stored', 'sent')
      order by sequence ${limitText})`,
    '',
  ),
};

/**
 * Transactions of a sender whose outcome is not final yet, in the order of their sequences: `limit`
 * of them, those that share the last one's sequence, and all payments of each.
 */
export async function readOutbox(
  database: Queryable,
  chainId: number,
  sender: string,
  limit: number,
): Promise<readonly OutboxRow[]> {
  const values = [chainId, sender, limit];
  const few = await database.query<Row>(openStatement, values);
  const rows = few.length < limit ? few : await database.query<Row>(wholeStatement, values);
  const payments = new Map<string, number>();
  const placeOf = (txId: string): number => {
    const place = payments.get(txId) ?? 0;
    payments.set(txId, place + 1);
    return place;
  };
  return rows.map((row) => ({
    txId: row.tx_id,
    place: placeOf(row.tx_id),
    sender: row.sender,
    sequence: row.sequence,
    raw: Buffer.from(row.raw.slice(2), 'hex'),
    purpose: row.purpose,
    state: row.state,
    ageMs: row.age_ms,
    signedAfterMs: row.signed_after_ms ?? undefined,
    sentHeight: row.sent_height ?? undefined,
    reorgCount: row.reorg_count,
    versions: row.versions,
    obligation: obligationOf(row),
    isSeen: row.is_seen,
    isFilled: row.is_filled,
  }));
}

const newsStatement: Statement = {
  name: 'outbox_news',
  text: `
select exists (select 1 from outbox where chain_id = $1 and sender = $2 and state in ('stored', 'sent')
  and (stored_at <= clock_timestamp() - make_interval(secs => $4::float8 / 1000)
    or (state = 'sent' and ($3::bigint is null or sent_height is null or sent_height < $3)))) as news`,
};

/** Point from which on a transaction may have news. */
export interface NewsSince {
  /** Newest block of the chain. */
  readonly height: number | undefined;
  /** Age in milliseconds from which on a transaction is looked up in any case. */
  readonly ageMs: number;
}

/**
 * Whether there may be news of any open transaction: one that is older than `ageMs`, or was sent
 * before the block at `height`.
 */
export async function mayOutboxHaveNews(
  database: Queryable,
  chainId: number,
  sender: string,
  since: NewsSince,
): Promise<boolean> {
  const [row] = await database.query<{ news: boolean }>(newsStatement, [
    chainId,
    sender,
    since.height,
    since.ageMs,
  ]);
  return row?.news === true;
}

/** Obligation that the transaction meets; undefined where it serves nothing but its sequence. */
function obligationOf({
  order_id: orderId,
  leg,
  kind,
  intent,
  gas_reserved: reserved,
  ...row
}: Row): Obligation | undefined {
  if (orderId === null || leg === null || kind === null || intent === null) return undefined;
  const held = { orderId, leg, gasReserved: reserved ?? 0n };
  switch (intent.type) {
    case 'relay':
      return { ...held, kind: intent.type, intent };
    case 'collection':
      return { ...held, kind: intent.type, intent };
    case 'rebalance':
      return { ...held, kind: intent.type, intent };
    case 'claim':
      return { ...held, kind: intent.type, intent };
    default: {
      const { deposit_chain_id: chainId, deposit_tx_id: txId, deposit_ordinal: ordinal } = row;
      assert(chainId !== null && txId !== null && ordinal !== null, 'a payout has its deposit');
      const pays = kind === 'fill' || kind === 'refund' ? kind : intent.type;
      return { ...held, kind: 'payout', pays, deposit: { chainId, txId, ordinal }, intent };
    }
  }
}

/** Summary of a sender's outbox. */
export interface OutboxSummary {
  /** Highest sequence ever stored. */
  readonly lastSequence: bigint | undefined;
  /** Transactions whose outcome is not final yet, and payments that are not booked yet. */
  readonly open: number;
  /** Transactions ever stored: unchanged means that nothing was signed meanwhile. */
  readonly total: number;
}

/**
 * Reads what the outbox says of a sender as a whole. A fill of an order that has its settlement, by
 * a transaction that is not ours, is never booked: it is missing where balances are compared.
 */
export async function summarizeOutbox(
  database: Queryable,
  chainId: number,
  sender: string,
): Promise<OutboxSummary> {
  const [row] = await database.query<{ last: bigint | null; open: number; total: number }>(
    `select max(sequence) as last, count(*)::int as total,
       (count(*) filter (where state in ('stored', 'sent'))
         + (select count(*) from fills f where f.chain_id = $1 and f.solver = $2 and f.unbooked and f.state = 'seen'
             and not exists (select from settlements s where s.order_id = f.order_id and s.leg = '${mainLeg}'))
         + (select count(*) from releases r where r.chain_id = $1 and r.unbooked and r.state = 'seen'
             and (exists (select from jobs j where j.kind = 'refund' and j.order_id = r.order_id)
               or exists (select from outbox o where o.chain_id = r.chain_id and o.authorization_nonce = r.nonce and o.purpose in ('refund', 'collection')))))::int as open
     from outbox where chain_id = $1 and sender = $2`,
    [chainId, sender],
  );
  return { lastSequence: row?.last ?? undefined, open: row?.open ?? 0, total: row?.total ?? 0 };
}
