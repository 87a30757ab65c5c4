import type { Queryable, Statement, Transaction } from '@portage/database';
import { int8Array, textArray } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';

/** A gas top-up that a sponsor pays for. */
export interface SponsoredTopup {
  readonly orderId: string;
  /** The sponsor. */
  readonly account: string;
  readonly chainId: number;
  readonly recipient: string;
}

const countStatement: Statement = {
  name: 'sponsored_topups_count',
  text: `
select (select count(*)::int from sponsored_topups s
    where s.account = t.account and s.chain_id = t.chain_id and s.recipient = t.recipient and s.order_id <> t.order_id
      and s.decided_at > clock_timestamp() - interval '24 hours') as count
  from unnest($1::bytea[], $2::text[], $3::bigint[], $4::text[]) with ordinality as t (order_id, account, chain_id, recipient, place) order by place`,
};

const values = (topups: readonly SponsoredTopup[]): readonly unknown[] => [
  hashArray(topups.map(({ orderId }) => orderId)),
  textArray(topups.map(({ account }) => account)),
  int8Array(topups.map(({ chainId }) => chainId)),
  textArray(topups.map(({ recipient }) => recipient)),
];

/**
 * For each of these, how many others of the last 24 hours the same sponsor paid for the same
 * recipient on the same chain.
 */
export async function countSponsoredTopups(
  database: Queryable,
  topups: readonly SponsoredTopup[],
): Promise<readonly number[]> {
  if (topups.length === 0) return [];
  return (await database.query<{ count: number }>(countStatement, values(topups))).map(
    ({ count }) => count,
  );
}

const writeStatement: Statement = {
  name: 'sponsored_topups_write',
  text: `
with t as (
  select * from unnest($1::bytea[], $2::text[], $3::bigint[], $4::text[]) as t (order_id, account, chain_id, recipient)
), forgotten as (
  delete from sponsored_topups s using t
    where s.account = t.account and s.chain_id = t.chain_id and s.recipient = t.recipient and s.decided_at <= clock_timestamp() - interval '24 hours'
)
insert into sponsored_topups (order_id, account, chain_id, recipient) select order_id, account, chain_id, recipient from t
  on conflict (order_id) do nothing`,
};

/**
 * Counts top-ups from now on, in the transaction that signs them; what is over a day old is
 * forgotten.
 */
export async function writeSponsoredTopups(
  tx: Transaction,
  topups: readonly SponsoredTopup[],
): Promise<void> {
  if (topups.length > 0) await tx.query(writeStatement, values(topups));
}
