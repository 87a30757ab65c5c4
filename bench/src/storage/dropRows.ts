import { plantEndedOrders } from '@portage/settlement/testing';
import type { BenchDatabase } from '../environment/openBenchDatabase.js';
import { median } from '../measure/statistics.js';
import type { Figure } from '../measure/report.js';
import { stored } from './storedQuote.js';

const quotesAtOnce = 20_000;
const dayMs = 86_400_000;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function bytesOf(store: BenchDatabase, like: string): Promise<number> {
  const [row] = await store.query<{ bytes: number }>(
    `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes from pg_class c where c.relkind = 'r' and c.relname ~ $1`,
    [like],
  );
  return row?.bytes ?? Number.NaN;
}

/** Quotes that nobody paid, three weeks old, and what dropping them leaves. */
export async function dropUnpaid(store: BenchDatabase, count: number): Promise<readonly Figure[]> {
  const at = Date.now() - 21 * dayMs;
  await store.query('select prepare_quotes(to_timestamp($1::float8 / 1000))', [at]);
  for (let first = 0; first < count; first += quotesAtOnce)
    await store.query(
      `insert into quotes (request_id, order_id, created_at, fill_by, origin_chain_id, destination_chain_id, payer, recipient, quote, order_data, order_signature)
         select sha256(('unpaid request ' || n)::bytea), sha256(('unpaid order ' || n)::bytea), to_timestamp($1::float8 / 1000), to_timestamp($1::float8 / 1000), 1, 2,
             '0xpayer' || n % 1000, '0xrecipient' || n % 1000, $2::json, $3::json, '0x' || repeat('5a', 65)
           from generate_series(${String(first + 1)}, ${String(Math.min(count, first + quotesAtOnce))}) as n`,
      [at, stored.quote, stored.orderData],
    );
  const full = await bytesOf(store, '^quotes_');
  const started = performance.now();
  await store.query('select prepare_quotes(now())');
  const ms = performance.now() - started;
  return [
    {
      name: `${count.toLocaleString('en')} unpaid quotes: size, after they were dropped`,
      value: `${megabytes(full)}, ${megabytes(await bytesOf(store, '^quotes_'))}; ${ms.toFixed(0)} ms`,
    },
  ];
}

/** Which orders are archived, and where further ones begin. */
export interface ArchivedRows {
  readonly orders: number;
  /** Number behind which no order is. */
  readonly from: number;
}

const month = { month: '2025-01', endedBefore: Date.UTC(2025, 5) };
const tables =
  '^(requests|request_states|ended_requests|deposits|fills|settlements|outbox|ledger_.*)$';

/** Archives orders and puts as many new ones in their place: how long it takes, and what grows. */
export async function dropArchived(
  store: BenchDatabase,
  { orders, from }: ArchivedRows,
): Promise<readonly Figure[]> {
  const before = await bytesOf(store, tables);
  await store.archives.begin(month.month);
  let place: Parameters<typeof store.archives.lines>[1];
  let dropped = 0;
  const [taken, held]: [number[], number[]] = [[], []];
  while (dropped < orders) {
    const started = performance.now();
    const { lines, next } = await store.archives.lines(month, place, 100);
    const read = performance.now();
    dropped += (await store.archives.drop('2025-01', month, lines))?.length ?? 0;
    taken.push(performance.now() - started);
    held.push(performance.now() - read);
    place = next;
    if (next === undefined) break;
  }
  const marks = (await bytesOf(store, '^archived_orders$')) / dropped;
  await store.query('vacuum analyze');
  const emptied = await bytesOf(store, tables);
  await plantEndedOrders(store, {
    from: from + 1,
    count: dropped,
    at: Date.now() - dayMs,
    ...stored,
  });
  const filled = await bytesOf(store, tables);
  const sum = taken.reduce((total, ms) => total + ms, 0);
  return [
    { name: 'archived: ms an order', value: (sum / dropped).toFixed(2) },
    {
      name: 'archived: ms that steps of chains wait for a hundred orders, median and most',
      value: `${median(held).toFixed(0)}, ${Math.max(...held).toFixed(0)}`,
    },
    { name: 'archived: bytes of a mark', value: marks.toFixed(0) },
    {
      name: `tables before, after ${dropped.toLocaleString('en')} were archived, and with as many new ones`,
      value: [before, emptied, filled].map(megabytes).join(', '),
    },
  ];
}
