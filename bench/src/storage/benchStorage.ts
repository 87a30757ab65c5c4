import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plantEndedOrders } from '@portage/settlement/testing';
import type { BenchOptions } from '../benchOptions.js';
import { openBenchDatabase, type BenchDatabase } from '../environment/openBenchDatabase.js';
import type { BenchResult, Figure } from '../measure/report.js';
import { dropArchived, dropUnpaid } from './dropRows.js';
import { stored } from './storedQuote.js';
import { timeQueries, type QueryTime } from './storageQueries.js';

/** Orders that others are compared with. */
const base = { full: 100_000, short: 1_000 } as const;
const ordersAtOnce = 5_000;
const archivedMax = 5_000;
const factorGoal = 1.2;

/** Options of this benchmark. */
export interface StorageOptions extends BenchOptions {
  /** Ended orders in the database at last. */
  readonly count: number;
}

/** Bytes of an ended order, and what public queries take among many of them. */
export async function benchStorage(options: StorageOptions): Promise<BenchResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portage-bench-'));
  try {
    const store = await openBenchDatabase({ dataDir: join(dataDir, 'database') });
    try {
      return await measure(store, options);
    } finally {
      await store.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(
  store: BenchDatabase,
  { count, isShort = false, note }: StorageOptions,
): Promise<BenchResult> {
  const few = isShort ? base.short : base.full;
  const many = isShort ? 2 * few : Math.max(count, 2 * few);
  const times = isShort ? 20 : 300;
  const empty = await readSizes(store);
  // Transactions are looked for on the chains that are followed.
  await store.query(
    `insert into chain_cursors (chain_id, height, hash, "time", finalized_height) values (1, 1, '0x', 0, 1), (2, 1, '0x', 0, 1)`,
  );
  await plant(store, 0, few, note);
  const before = await timeQueries(store, few, times);
  await plant(store, few, many, note);
  const after = await timeQueries(store, many, times);
  const sizes = await readSizes(store);
  note('dropping unpaid quotes and archived orders');
  const unpaid = await dropUnpaid(store, isShort ? few : many);
  const archived = await dropArchived(store, {
    orders: Math.min(archivedMax, few / 2),
    from: many,
  });
  return {
    bench: 'storage',
    figures: [
      ...bytesFigures(empty, sizes, many),
      ...queryFigures(before, after),
      ...unpaid,
      ...archived,
    ],
    notes: [
      `${few.toLocaleString('en')} ended orders beside ${many.toLocaleString('en')}; medians of ${String(times)} calls of the verbs behind the public calls, each for another order, in the embedded PostgreSQL with its own settings. 1,000 payers, 100 keys and 100 apps, however many orders.`,
      `A quote has ${String(stored.quote.length)} bytes, its order ${String(stored.orderData.length)}.`,
    ],
  };
}

/** Where orders begin: long enough ago to be archived, a millisecond each. */
const firstAt = Date.UTC(2025, 0, 1);

async function plant(
  store: BenchDatabase,
  from: number,
  to: number,
  note: (text: string) => void,
): Promise<void> {
  for (let first = from; first < to; first += ordersAtOnce) {
    const count = Math.min(ordersAtOnce, to - first);
    await plantEndedOrders(store, { from: first + 1, count, at: firstAt + first, ...stored });
    if (first % (20 * ordersAtOnce) === 0) note(`${first.toLocaleString('en')} orders`);
  }
  await store.query('vacuum analyze');
}

type Sizes = ReadonlyMap<string, number>;

/** Bytes of each table with its indexes and what is stored beside it. */
async function readSizes(store: BenchDatabase): Promise<Sizes> {
  const rows = await store.query<{ name: string; bytes: number }>(
    `select c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes from pg_class c
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

function bytesFigures(empty: Sizes, full: Sizes, orders: number): readonly Figure[] {
  const parts = [...full]
    .map(([name, bytes]) => ({ name, bytes: (bytes - (empty.get(name) ?? 0)) / orders }))
    .filter(({ bytes }) => bytes >= 1)
    .sort((a, b) => b.bytes - a.bytes);
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  return [{ name: 'all tables', bytes: total }, ...parts].map(({ name, bytes }) => ({
    name: `bytes an order: ${name}`,
    value: bytes.toFixed(0),
  }));
}

function queryFigures(
  before: readonly QueryTime[],
  after: readonly QueryTime[],
): readonly Figure[] {
  return after.map(({ name, ms }, index) => {
    const few = before[index]?.ms ?? Number.NaN;
    return {
      name: `${name}: ms, times as long as among few`,
      value: `${ms.toFixed(2)} beside ${few.toFixed(2)}: ${(ms / few).toFixed(2)}`,
      goal: `${String(factorGoal)}×`,
      reached: ms / few <= factorGoal,
    };
  });
}
