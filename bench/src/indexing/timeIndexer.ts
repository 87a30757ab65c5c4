import { systemClock } from '@portage/core';
import type { Chains } from '@portage/core/chain';
import { devnetPrices } from '@portage/devnet';
import { createIndexer } from '@portage/indexer';
import { createFixedPrices } from '@portage/prices';
import type { NewRequest } from '@portage/settlement';
import { measureParts, type Parts } from './measureParts.js';
import { openBenchDatabase, type BenchDatabase } from '../environment/openBenchDatabase.js';

const matchedMsMax = 60_000;
const pollIntervalMs = 10;

/** One run over all deposits, in a database of its own. */
export interface IndexerRun {
  readonly chains: Chains;
  /** Requests of the deposits, stored before the clock starts. */
  readonly requests: readonly NewRequest[];
  /** Name of the database. */
  readonly name: string;
  readonly note: (text: string) => void;
}

/** Time of one run, in all and by part. */
export interface TimedRun {
  /** Seconds from the start of the indexer until every deposit is matched and committed. */
  readonly seconds: number;
  readonly parts: Parts;
}

/** Runs the indexer over all deposits, in a database of its own. */
export async function timeIndexer(admin: BenchDatabase, run: IndexerRun): Promise<TimedRun> {
  await admin.pool.query(`create database ${run.name}`);
  const url = new URL(admin.url);
  url.pathname = `/${run.name}`;
  const store = await openBenchDatabase({ databaseUrl: url.href });
  try {
    await Promise.all(run.requests.map((request) => store.saveRequest(request)));
    await store.pool.query('analyze');
    const finish = await measureParts(admin);
    const seconds = await timeRun(store, run);
    return { seconds, parts: await finish() };
  } finally {
    await store.close();
    await admin.pool.query(`drop database ${run.name} with (force)`);
  }
}

async function timeRun(
  store: BenchDatabase,
  { chains, requests, note }: IndexerRun,
): Promise<number> {
  const stop = new AbortController();
  const prices = createFixedPrices(devnetPrices, Date.now);
  const indexer = createIndexer({
    chains,
    settlement: store,
    prices: (assetId) => prices.price(assetId),
    clock: systemClock,
    log: (message, context) => {
      note(`indexer: ${message} ${JSON.stringify(context)}`);
    },
  });
  const started = performance.now();
  const running = indexer.run(stop.signal);
  try {
    await untilMatched(store, requests.length);
    return (performance.now() - started) / 1000;
  } finally {
    stop.abort();
    await running;
  }
}

/** Polls the cursors, which is cheap, and counts only after they have moved. */
async function untilMatched(store: BenchDatabase, wanted: number): Promise<void> {
  const deadline = performance.now() + matchedMsMax;
  let counted = -1;
  for (;;) {
    const [cursors] = (
      await store.pool.query<{ height: number | null }>(
        'select sum(height)::float8 as height from chain_cursors',
      )
    ).rows;
    const height = cursors?.height ?? -1;
    if (height !== counted) {
      counted = height;
      const { rows } = await store.pool.query<{ count: number }>(
        "select count(*)::float8 as count from deposits where outcome = 'matched'",
      );
      if (rows[0]?.count === wanted) return;
    }
    if (performance.now() > deadline)
      throw new Error(
        `The ${String(wanted)} deposits were not all matched within ${String(matchedMsMax)} ms.`,
      );
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}
