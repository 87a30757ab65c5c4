import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions } from '../benchOptions.js';
import { startBenchSystem, type BenchSystem } from '../environment/benchSystem.js';
import type { FoundDatabase } from '../environment/findDatabase.js';
import type { BenchResult, Figure } from '../measure/report.js';
import { formatSpread, median } from '../measure/statistics.js';
import { cpuBetween, readTree, type TreeCpu } from '../measure/treeCpu.js';
import { runLoad } from '../quote/runLoad.js';
import { workloads } from '../quote/workloads.js';

/** Processes of the API; undefined is one process that does all. */
const counts = [undefined, 1, 2, 4] as const;
/** Connections of the load; enough that each of four processes has some. */
const connections = 64;
const fullCalls = { round: 6_000, warmUp: 20_000 } as const;
const shortCalls = { round: 500, warmUp: 500 } as const;
const idleMs = 3_000;
/** CPU of a quote by four processes, at most, as a multiple of that by one. */
const costMax = 1.15;

interface Contestant {
  readonly count: number | undefined;
  readonly system: BenchSystem;
  readonly database: FoundDatabase;
  /** CPU microseconds a second of the service while nobody asks. */
  idle: Cost;
  readonly rounds: (Cost & { readonly perSecond: number })[];
}

/** CPU of all processes of a service, and of its PostgreSQL. */
interface Cost {
  readonly serviceUs: number;
  readonly databaseUs: number;
}

/**
 * Quotes by one process that does all, and by one, two and four processes of the API beside a
 * worker: CPU of all of them together a quote, and quotes a second on this machine's cores.
 */
export async function benchProcesses({
  rounds,
  isShort = false,
  note,
}: BenchOptions): Promise<BenchResult> {
  const calls = isShort ? shortCalls : fullCalls;
  const folder = await mkdtemp(join(tmpdir(), 'portage-bench-load-'));
  const contestants: Contestant[] = [];
  try {
    for (const count of counts) {
      const system = await startBenchSystem({ proxied: [], processes: count });
      const contestant = {
        count,
        system,
        database: await system.database(),
        idle: { serviceUs: 0, databaseUs: 0 },
        rounds: [],
      };
      contestants.push(contestant);
      await load(contestant, folder, calls.warmUp);
    }
    for (const contestant of contestants) {
      const before = read(contestant);
      await new Promise((resolve) => setTimeout(resolve, idleMs));
      contestant.idle = perUnit(before, read(contestant), idleMs / 1_000);
    }
    for (let round = 1; round <= rounds; round += 1)
      // Another one begins each time.
      for (const contestant of [
        ...contestants.slice(round % contestants.length),
        ...contestants.slice(0, round % contestants.length),
      ]) {
        const seen = await load(contestant, folder, calls.round);
        contestant.rounds.push(seen);
        note(
          `round ${String(round)} ${nameOf(contestant.count)}: ${seen.serviceUs.toFixed(0)} + ${seen.databaseUs.toFixed(0)} µs CPU a quote, ${seen.perSecond.toFixed(0)} quotes/s`,
        );
      }
    return report(contestants, calls.round);
  } finally {
    for (const { system } of contestants) await system.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Reading {
  readonly tree: TreeCpu;
  readonly database: TreeCpu;
}

function read({ system, database }: Contestant): Reading {
  return { tree: readTree(system.service.pid), database: readTree(database.pid) };
}

/** CPU between two readings; the server of the database is below the service or beside it. */
function perUnit(before: Reading, after: Reading, units: number): Cost {
  const own = ({ tree, database }: Reading): TreeCpu =>
    new Map([...tree].filter(([pid]) => !database.has(pid)));
  return {
    serviceUs: cpuBetween(own(before), own(after)) / units,
    databaseUs: cpuBetween(before.database, after.database) / units,
  };
}

async function load(
  contestant: Contestant,
  folder: string,
  amount: number,
): Promise<Contestant['rounds'][number]> {
  const { system, idle } = contestant;
  const [{ bodies } = { bodies: [] }] = workloads();
  const before = read(contestant);
  const seen = await runLoad(folder, {
    url: `${system.url}/quote/v2`,
    headers: { 'content-type': 'application/json' },
    bodies,
    connections,
    amount,
  });
  const cost = perUnit(before, read(contestant), seen.requests);
  const idleShare = seen.seconds / seen.requests;
  return {
    serviceUs: cost.serviceUs - idle.serviceUs * idleShare,
    databaseUs: cost.databaseUs - idle.databaseUs * idleShare,
    perSecond: seen.requests / seen.seconds,
  };
}

function nameOf(count: number | undefined): string {
  if (count === undefined) return 'one process for all';
  return `${String(count)} of the API and a worker`;
}

function report(contestants: readonly Contestant[], calls: number): BenchResult {
  const totalOf = ({ rounds }: Contestant): number =>
    median(rounds.map(({ serviceUs, databaseUs }) => serviceUs + databaseUs));
  const base = contestants.find(({ count }) => count === 1);
  const figures = contestants.flatMap((contestant): readonly Figure[] => {
    const { count, rounds, idle } = contestant;
    const name = nameOf(count);
    const ratio = base === undefined ? Number.NaN : totalOf(contestant) / totalOf(base);
    const bar =
      count === 4 ? { goal: `${String(costMax)}×`, reached: ratio <= costMax } : undefined;
    return [
      {
        name: `${name}: CPU a quote`,
        value: `${ratio.toFixed(2)}× (service ${formatSpread(rounds.map((round) => round.serviceUs))} µs, PostgreSQL ${formatSpread(rounds.map((round) => round.databaseUs))} µs)`,
        ...bar,
      },
      {
        name: `${name}: quotes a second`,
        value: `${formatSpread(rounds.map((round) => round.perSecond))}, idle ${(idle.serviceUs / 10_000).toFixed(1)} % of a core`,
      },
    ];
  });
  return {
    bench: 'processes',
    figures,
    notes: [
      `${String(calls)} small quotes a round over ${String(connections)} connections; ${String(availableParallelism())} cores, which the load and PostgreSQL share with the processes; idle use is taken off.`,
    ],
  };
}
