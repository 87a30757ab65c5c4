import type { Queryable, Statement } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';

/** Kinds of accounts that transactions of requests are booked to, without whose they are. */
export type BookedAccount = 'inventory' | 'gas' | 'solver' | 'app-fee' | 'sponsor-reserve';

/** Sum of what the transactions of a request were booked with in one account and asset. */
export interface BookedAmount {
  readonly account: BookedAccount;
  /** Asset of the ledger: chain and currency, or micro-USD of sponsors. */
  readonly asset: string;
  readonly amount: bigint;
}

/** Bookings of a request's own transactions, up to now. */
export interface RequestBooks {
  /** Kinds of payouts that were made and booked. */
  readonly made: readonly ('fill' | 'refund')[];
  readonly amounts: readonly BookedAmount[];
  /** Native currency that the booked fill gave its recipient beside the payment. */
  readonly topup: bigint;
}

/** A transaction of a request that reverted. */
export interface FailedTransaction {
  readonly chainId: number;
  readonly txId: string;
  readonly height: number;
}

const booksStatement: Statement = {
  name: 'request_books',
  text: `
select o.order_id, o.purpose, o.state, p.kind, p.asset, sum(p.amount) as amount,
    max(case when o.purpose = 'fill' and o.state = 'mined' then (s.intent ->> 'topup')::numeric end) as topup
  from outbox o join settlements s using (order_id, leg)
    join lateral (
      select split_part(account, ':', 1) as kind, asset, amount from ledger_postings where entry_id = o.entry_id
    ) p on p.kind in ('inventory', 'gas', 'solver', 'app-fee', 'sponsor-reserve')
  where o.order_id = any($1::bytea[]) and o.state in ('mined', 'reverted')
  group by o.order_id, o.purpose, o.state, p.kind, p.asset`,
};

interface BooksRow {
  order_id: string;
  purpose: string;
  state: 'mined' | 'reverted';
  kind: BookedAccount;
  asset: string;
  amount: bigint;
  topup: bigint | null;
}

/** Bookings of these orders' transactions; an order without any is missing. */
export async function readRequestBooks(
  database: Queryable,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, RequestBooks>> {
  if (orderIds.length === 0) return new Map();
  const rows = await database.query<BooksRow>(booksStatement, [hashArray(orderIds)]);
  const orders = new Map<string, BooksRow[]>();
  for (const row of rows) orders.set(row.order_id, [...(orders.get(row.order_id) ?? []), row]);
  return new Map([...orders].map(([orderId, own]) => [orderId, toBooks(own)]));
}

function toBooks(rows: readonly BooksRow[]): RequestBooks {
  const isMade = (purpose: string): boolean =>
    rows.some((row) => row.purpose === purpose && row.state === 'mined');
  const sums = new Map<string, BookedAmount>();
  for (const { kind: account, asset, amount } of rows) {
    const key = `${account} ${asset}`;
    sums.set(key, { account, asset, amount: amount + (sums.get(key)?.amount ?? 0n) });
  }
  return {
    made: (['fill', 'refund'] as const).filter(isMade),
    amounts: [...sums.values()],
    topup: rows.find(({ topup }) => topup !== null)?.topup ?? 0n,
  };
}

const failedStatement: Statement = {
  name: 'request_failed_transactions',
  text: `
select distinct on (order_id) order_id, chain_id, tx_id, height from outbox
  where order_id = any($1::bytea[]) and state = 'reverted' and height is not null
  order by order_id, stored_at desc`,
};

/** The last transaction of each of these orders that reverted. */
export async function readFailedTransactions(
  database: Queryable,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, FailedTransaction>> {
  if (orderIds.length === 0) return new Map();
  const rows = await database.query<{
    order_id: string;
    chain_id: number;
    tx_id: string;
    height: number;
  }>(failedStatement, [hashArray(orderIds)]);
  return new Map(
    rows.map(({ order_id: orderId, chain_id: chainId, tx_id: txId, height }) => [
      orderId,
      { chainId, txId, height },
    ]),
  );
}
