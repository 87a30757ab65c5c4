import { createHash } from 'node:crypto';
import type { BenchDatabase } from '../environment/openBenchDatabase.js';
import { median } from '../measure/statistics.js';

/** A query that a public call makes. */
interface StorageQuery {
  readonly name: string;
  /** Runs it for an order out of all. */
  readonly run: (store: BenchDatabase, order: number) => Promise<number>;
}

const requestId = (order: number): string =>
  `0x${createHash('sha256')
    .update(`request ${String(order)}`)
    .digest('hex')}`;

const page = 20;

const queries: readonly StorageQuery[] = [
  {
    name: 'status by id',
    run: async (store, order) => ((await store.getRequest(requestId(order))) === undefined ? 0 : 1),
  },
  {
    name: 'requests of a user',
    run: async (store, order) =>
      (await store.getRequests({ users: [`0xpayer${String(order % 1_000)}`], limit: page }))
        .requests.length,
  },
  {
    name: 'requests of a key',
    run: async (store, order) =>
      (await store.getRequests({ apiKeyIds: [`key${String(order % 100)}`], limit: page })).requests
        .length,
  },
  {
    name: 'request by hash',
    run: async (store, order) =>
      (await store.getRequests({ txIds: [`0xin${String(order)}`], limit: page })).requests.length,
  },
  {
    name: 'newest requests',
    run: async (store) => (await store.getRequests({ limit: page })).requests.length,
  },
  {
    name: 'balances of an app',
    run: async (store, order) =>
      (await store.ledger.balances(`app-fee:0xapp${String(order % 100)}`, page)).length,
  },
];

/** Median time of a query, in milliseconds. */
export interface QueryTime {
  readonly name: string;
  readonly ms: number;
}

/** Times each query for orders all over the tables, the first time uncounted. @throws Error */
export async function timeQueries(
  store: BenchDatabase,
  orders: number,
  times: number,
): Promise<readonly QueryTime[]> {
  const results: QueryTime[] = [];
  for (const { name, run } of queries) {
    const taken: number[] = [];
    for (let time = 0; time < 2 * times; time += 1) {
      const order = 1 + Math.floor(((time % times) * orders) / times);
      const started = performance.now();
      if ((await run(store, order)) === 0) throw new Error(`${name} found nothing.`);
      if (time >= times) taken.push(performance.now() - started);
    }
    results.push({ name, ms: median(taken) });
  }
  return results;
}
