import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createDevnet } from '@portage/devnet';
import { z } from 'zod';
import type { BenchOptions } from '../benchOptions.js';
import { startPinned } from '../measure/pinnedProcess.js';
import type { BenchResult, Figure } from '../measure/report.js';
import { formatSpread, median } from '../measure/statistics.js';
import {
  compareCounting,
  slowerPercent,
  type BenchCall,
  type CountingCost,
  type CountingServers,
} from './compareCounting.js';
import { loadUsage, type UsageHistory } from './loadUsage.js';
import { timeCounting } from './timeCounting.js';
import { timeUsage, usageWindows, type UsageTimes } from './timeUsage.js';
import { openBenchDatabase, type BenchDatabase } from '../environment/openBenchDatabase.js';

const serverCore = 0;
const slowerPercentGoal = 2;
/** Calling keys in the history of usage. */
const keys = { full: 100, short: 4 } as const;
const goalsMs = { minutely: 40, daily: 5 } as const;
const readySchema = z.object({ on: z.string(), off: z.string(), gate: z.string() });

/** Cost of counting calls for the server, and time to read usage among ten million rows. */
export async function benchMetrics({
  rounds,
  isShort = false,
  note,
  showPlans,
}: BenchOptions): Promise<BenchResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portage-bench-'));
  try {
    const store = await openBenchDatabase({ dataDir: join(dataDir, 'database') });
    try {
      const devnet = await createDevnet({ dataDir: join(dataDir, 'devnet'), blockTimeSeconds: 1 });
      try {
        return await measure(store, {
          devnetFile: devnet.file,
          user: devnet.description.accounts[0]?.address ?? '',
          rounds,
          isShort,
          note,
          showPlans,
        });
      } finally {
        await devnet.close();
      }
    } finally {
      await store.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Milliseconds in which counts must be written; it takes a second or two. */
const writtenMsMax = 10_000;

interface MeasureOptions extends Omit<BenchOptions, 'showPlans' | 'isShort'> {
  readonly isShort: boolean;
  readonly showPlans: boolean | undefined;
  readonly devnetFile: string;
  readonly user: string;
}

async function measure(
  store: BenchDatabase,
  { devnetFile, user, rounds, isShort, note, showPlans }: MeasureOptions,
): Promise<BenchResult> {
  const { key, secret } = await store.keys.create({ name: 'bench' });
  const program = startPinned(serverCore, [
    ...process.execArgv,
    join(import.meta.dirname, `countingServers${extname(import.meta.filename)}`),
    devnetFile,
    store.url,
  ]);
  try {
    const servers: CountingServers = {
      pid: program.pid,
      ...readySchema.parse(await program.ready),
    };
    const costs: CountingCost[] = [];
    for (const call of callsOf(user, secret))
      costs.push(await compareCounting(servers, call, { rounds, isShort, note }));
    // Counts of the last turns still wait behind the gate.
    await fetch(`${servers.gate}/open`, { method: 'POST' });
    await checkCounted(store, key.id, costs);
    const alone = await timeCounting(store, { apiKeyId: key.id, rounds });
    const history = await loadUsage(store, {
      apiKeyId: key.id,
      keys: isShort ? keys.short : keys.full,
      today: Date.now(),
      note,
    });
    const site = { store, url: servers.on, apiKeyId: key.id, secret };
    const times: UsageTimes[] = [];
    for (const window of usageWindows(history)) times.push(await timeUsage(site, window, rounds));
    return summarise(costs, times, { alone, history, rounds, showPlans });
  } finally {
    await program.stop();
  }
}

/** Quote whose counting has a goal, and the cheapest call, where counting is the largest share. */
function callsOf(user: string, secret: string): readonly BenchCall[] {
  const headers = { 'x-api-key': secret };
  const body = JSON.stringify({
    user,
    originChainId: 8453,
    destinationChainId: 10,
    amount: '100000000000000000',
    indicativeQuote: true,
  });
  return [
    {
      name: 'indicative quote',
      method: 'POST',
      path: '/quote/v2',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    },
    { name: 'GET /chains', method: 'GET', path: '/chains', headers },
  ];
}

/** Checks that calls were counted, because a counter that counts nothing would cost nothing. */
async function checkCounted(
  store: BenchDatabase,
  apiKeyId: string,
  costs: readonly CountingCost[],
): Promise<void> {
  const least = costs.reduce((sum, { counted }) => sum + counted, 0);
  const read = async (): Promise<number> => {
    const [row] = await store.query<{ sum: number }>(
      'select coalesce(sum(count), 0)::float8 as sum from usage_minutes where api_key_id = $1',
      [apiKeyId],
    );
    return row?.sum ?? 0;
  };
  const until = Date.now() + writtenMsMax;
  let sum = await read();
  while (sum < least && Date.now() < until) {
    await setTimeout(100);
    sum = await read();
  }
  // The last calls of a load may be answered when no caller waits for them any more.
  if (sum < least || sum > 1.01 * least)
    throw new Error(`${String(sum)} calls were counted of ${String(least)}.`);
}

interface Surroundings {
  /** CPU time of counting one call alone, in microseconds. */
  readonly alone: readonly number[];
  readonly history: UsageHistory;
  readonly rounds: number;
  readonly showPlans: boolean | undefined;
}

function summarise(
  costs: readonly CountingCost[],
  times: readonly UsageTimes[],
  { alone, history, rounds, showPlans }: Surroundings,
): BenchResult {
  const [quote] = costs;
  const share = (100 * median(alone)) / median(quote?.off ?? []);
  return {
    bench: 'metrics',
    figures: [
      ...costs.flatMap((cost, index) => costFigures(cost, index === 0)),
      { name: 'counting alone: CPU µs a call', value: formatSpread(alone, 2) },
      { name: 'counting alone: % of an indicative quote', value: share.toFixed(2) },
      ...times.flatMap(timeFigures),
    ],
    notes: [
      `Counting: medians of ${String(rounds)} rounds; the two servers are one process on core ${String(serverCore)} and share all but the counting, and are loaded in short turns. CPU is that process's, the writing of the counts included; PostgreSQL's is not in it. Where both servers count nothing, or the one runs a hook that does nothing, the same comparison shows 0 % (within 2).`,
      `Usage: ${history.rows.toLocaleString('en')} rows by the minute (${String(history.keys)} keys, ${String(history.days)} days, ${String(history.rowsOfBucket)} different calls a minute) in the embedded PostgreSQL; planning and execution by its own \`explain (analyze, buffers)\`; a request is the whole \`GET /metrics/usage\`. Answers are compared with the sums of what was written.`,
      ...(showPlans === true
        ? times.flatMap(({ window, plan }) => [`Plan, ${window.name}:`, ...plan])
        : []),
    ],
  };
}

function costFigures(cost: CountingCost, hasGoal: boolean): readonly Figure[] {
  const { call, on, off, ratios } = cost;
  const slower = slowerPercent(cost);
  const goal = hasGoal
    ? { goal: `under ${String(slowerPercentGoal)} %`, reached: slower < slowerPercentGoal }
    : {};
  return [
    {
      name: `${call.name}: slower by counting, %`,
      value: formatSpread(
        ratios.map((ratio) => 100 * (ratio - 1)),
        1,
      ),
      ...goal,
    },
    { name: `${call.name}: CPU µs a request, counted`, value: formatSpread(on, 1) },
    { name: `${call.name}: CPU µs a request, not counted`, value: formatSpread(off, 1) },
  ];
}

function timeFigures({ window, databaseMs, requestMs }: UsageTimes): readonly Figure[] {
  const goal = goalsMs[window.granularity];
  return [
    {
      name: `${window.name}: PostgreSQL ms`,
      value: formatSpread(databaseMs, 2),
      goal: `${String(goal)} ms`,
      reached: median(databaseMs) <= goal,
    },
    {
      name: `${window.name}: request ms, ${String(window.rows)} rows`,
      value: formatSpread(requestMs, 1),
    },
  ];
}
