import { usageStatement } from '@portage/access';
import { z } from 'zod';
import type { UsageHistory } from './loadUsage.js';
import type { BenchDatabase } from '../environment/openBenchDatabase.js';

const dayMs = 86_400_000;

/** Runs before the counted ones, which make plans and read buffers. */
const warmUps = 5;

/** Counted runs of a round. */
const runsOfRound = 5;

const planSchema = z.tuple([
  z.object({ 'Planning Time': z.number(), 'Execution Time': z.number() }),
]);
const answerSchema = z.object({
  metrics: z.array(z.object({ apiKey: z.string(), count: z.number() })),
});

/** Window of usage to read. */
export interface UsageWindowCase {
  readonly name: string;
  readonly granularity: 'minutely' | 'daily';
  readonly from: number;
  readonly to: number;
  /** Expected number of rows. */
  readonly rows: number;
}

/** Times to read a window. */
export interface UsageTimes {
  readonly window: UsageWindowCase;
  /** Milliseconds of planning and execution, as PostgreSQL measures them. */
  readonly databaseMs: readonly number[];
  /** Milliseconds until the whole answer of `GET /metrics/usage` has arrived. */
  readonly requestMs: readonly number[];
  readonly plan: readonly string[];
}

/** Database and service to read usage from. */
export interface UsageSite {
  readonly store: BenchDatabase;
  /** Base URL of a service on the same database. */
  readonly url: string;
  readonly apiKeyId: string;
  readonly secret: string;
}

/**
 * Windows with goals: a day by the minute, which spans two partitions, and two weeks by the day.
 */
export function usageWindows({
  from,
  to,
  days,
  rowsOfBucket,
}: UsageHistory): readonly [UsageWindowCase, UsageWindowCase] {
  const noon = to - dayMs / 2;
  return [
    {
      name: 'a day by the minute',
      granularity: 'minutely',
      from: noon - dayMs,
      to: noon,
      rows: 1_440 * rowsOfBucket,
    },
    { name: 'two weeks by the day', granularity: 'daily', from, to, rows: days * rowsOfBucket },
  ];
}

/** Times one window in the database and over HTTP. */
export async function timeUsage(
  site: UsageSite,
  window: UsageWindowCase,
  rounds: number,
): Promise<UsageTimes> {
  await checkSums(site, window);
  const databaseMs: number[] = [];
  const requestMs: number[] = [];
  for (let run = -warmUps; run < rounds * runsOfRound; run += 1) {
    const inDatabase = await explain(site, window);
    const request = await ask(site, window);
    if (run < 0) continue;
    databaseMs.push(inDatabase);
    requestMs.push(request);
  }
  return { window, databaseMs, requestMs, plan: await explainForPeople(site, window) };
}

function valuesOf({ apiKeyId }: UsageSite, { from, to }: UsageWindowCase): readonly unknown[] {
  return [[apiKeyId], from, to, 100_001];
}

async function explain(site: UsageSite, window: UsageWindowCase): Promise<number> {
  const { text } = usageStatement(window.granularity);
  const [row] = await site.store.query<{ 'QUERY PLAN': unknown }>(
    `explain (analyze, buffers, format json) ${text}`,
    valuesOf(site, window),
  );
  const [plan] = planSchema.parse(row?.['QUERY PLAN']);
  return plan['Planning Time'] + plan['Execution Time'];
}

async function explainForPeople(
  site: UsageSite,
  window: UsageWindowCase,
): Promise<readonly string[]> {
  const rows = await site.store.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers) ${usageStatement(window.granularity).text}`,
    valuesOf(site, window),
  );
  return rows.map((row) => row['QUERY PLAN']);
}

async function fetchUsage(
  { url, secret }: UsageSite,
  { granularity, from, to }: UsageWindowCase,
): Promise<string> {
  const query = new URLSearchParams({
    granularity,
    startTimestamp: String(from / 1000),
    endTimestamp: String(to / 1000),
  });
  const answer = await fetch(`${url}/metrics/usage?${query.toString()}`, {
    headers: { 'x-api-key': secret },
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`Usage failed: ${text.slice(0, 500)}`);
  return text;
}

async function ask(site: UsageSite, window: UsageWindowCase): Promise<number> {
  const started = performance.now();
  await fetchUsage(site, window);
  return performance.now() - started;
}

/** Checks that an answer holds everything that was written, summed by the minute. */
async function checkSums(site: UsageSite, window: UsageWindowCase): Promise<void> {
  const { metrics } = answerSchema.parse(JSON.parse(await fetchUsage(site, window)));
  const [row] = await site.store.query<{ sum: number }>(
    'select sum(count)::float8 as sum from usage_minutes where api_key_id = $1 and bucket >= $2 and bucket < $3',
    [site.apiKeyId, new Date(window.from), new Date(window.to)],
  );
  const sum = metrics.reduce((total, { count }) => total + count, 0);
  if (metrics.length !== window.rows || sum !== row?.sum) {
    throw new Error(
      `${window.name}: ${String(metrics.length)} rows with ${String(sum)} calls were answered, not ${String(window.rows)} with ${String(row?.sum)}.`,
    );
  }
}
