import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';
import type { BenchOptions } from '../benchOptions.js';
import { startBenchSystem, type BenchSystem } from '../environment/benchSystem.js';
import { childProcesses, createChildrenClock, pinProcesses } from '../measure/childProcesses.js';
import { startPinned, type PinnedProcess } from '../measure/pinnedProcess.js';
import { processCpu } from '../measure/processCpu.js';
import type { BenchResult } from '../measure/report.js';
import {
  quotedChainIds,
  summarise,
  type Contest,
  type Contestant,
  type Idle,
  type Round,
} from './summarise.js';
import { workloads, type Workload } from './workloads.js';
import { runLoad } from './runLoad.js';
import { openBenchDatabase } from '../environment/openBenchDatabase.js';

/** Core of the two servers. */
const serverCore = 0;
/** Core of the load and of PostgreSQL, whose time is counted beside the server's. */
const loadCore = 1;
const connections = 32;
/**
 * Calls of a round, and calls that warm up, enough to compile every hot function. Loads are counted
 * in calls rather than seconds, so that a busy machine compiles and measures as much as an idle
 * one.
 */
const fullCalls = { round: 6_000, warmUp: 20_000 } as const;
const shortCalls = { round: 500, warmUp: 500 } as const;
const idleSeconds = 3;
/** Idle use during the warm-up, where nothing is measured. */
const unknownIdle: Idle = { cpuPerSecond: 0, rpcPerSecond: 0 };

const readySchema = z.object({ url: z.string(), pid: z.number() });
const answerSchema = z.object({ requestId: z.string(), steps: z.array(z.unknown()).min(1) });

/** Parts that a run works with. */
interface Lab {
  readonly system: BenchSystem;
  /** Folder for the files of loads. */
  readonly folder: string;
  readonly idle: Idle;
  /** Calls of a round. */
  readonly roundCalls: number;
}

/**
 * `POST /quote/v2` with durable storage beside a bare server that checks the same bodies and sends
 * as many bytes.
 */
export async function benchQuote({
  rounds,
  isShort = false,
  note,
}: BenchOptions): Promise<BenchResult> {
  const calls = isShort ? shortCalls : fullCalls;
  const system = await startBenchSystem({ core: serverCore, proxied: quotedChainIds });
  const folder = await mkdtemp(join(tmpdir(), 'portage-bench-load-'));
  const bares: PinnedProcess[] = [];
  try {
    pinProcesses(childProcesses(system.service.pid), loadCore);
    const key = await createKey(system);
    const contests: Contest[] = [];
    for (const workload of workloads()) {
      const headers = {
        'content-type': 'application/json',
        ...(workload.hasKey ? { 'x-api-key': key } : {}),
      };
      const answerBytes = await sizeOfAnswer(system.url, headers, workload);
      const bare = startPinned(serverCore, [
        join(import.meta.dirname, 'bareServer.js'),
        String(answerBytes),
      ]);
      bares.push(bare);
      const { url, pid } = readySchema.parse(await bare.ready);
      const portage: Contestant = {
        name: 'portage',
        url: system.url,
        pid: system.service.pid,
        rounds: [],
      };
      contests.push({
        workload,
        headers,
        answerBytes,
        portage,
        bare: { name: 'bare', url, pid, rounds: [] },
      });
    }
    for (const contest of contests)
      for (const contestant of [contest.portage, contest.bare])
        await load(
          { system, folder, idle: unknownIdle, roundCalls: calls.round },
          contest,
          contestant,
          calls.warmUp,
        );
    // Measured after the warm-up, when the code that follows the chains is compiled as well.
    const idle = await measureIdle(system);
    const rpcBefore = rpcCalls(system);
    const started = performance.now();
    for (let round = 1; round <= rounds; round += 1) {
      for (const contest of contests)
        await race({ system, folder, idle, roundCalls: calls.round }, contest, { round, note });
    }
    const rpcPerSecond = (1000 * (rpcCalls(system) - rpcBefore)) / (performance.now() - started);
    return summarise(contests, {
      idle,
      rpcPerSecond,
      connections: connections,
      calls,
      serverCore: serverCore,
      loadCore: loadCore,
    });
  } finally {
    for (const bare of bares) await bare.stop();
    await rm(folder, { recursive: true, force: true });
    await system.close();
  }
}

/** Key as an operator makes one; the service reads it from its database. */
async function createKey(system: BenchSystem): Promise<string> {
  const store = await openBenchDatabase({
    databaseUrl: (await system.database()).url,
    connectionsMax: 2,
  });
  try {
    return (await store.keys.create({ name: 'bench' })).secret;
  } finally {
    await store.close();
  }
}

async function sizeOfAnswer(
  url: string,
  headers: Readonly<Record<string, string>>,
  { name, bodies }: Workload,
): Promise<number> {
  const answer = await fetch(`${url}/quote/v2`, { method: 'POST', headers, body: bodies[0] ?? '' });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`The quote (${name}) failed: ${text}`);
  answerSchema.parse(JSON.parse(text));
  return Buffer.byteLength(text);
}

/** JSON-RPC calls of the service over HTTP so far, to all chains. */
function rpcCalls(system: BenchSystem): number {
  return quotedChainIds.reduce((sum, chain) => sum + system.proxy(chain).calls(), 0);
}

/** Idle use of the service, which follows its chains. */
async function measureIdle(system: BenchSystem): Promise<Idle> {
  const before = { cpu: processCpu(system.service.pid), calls: rpcCalls(system) };
  await sleep(idleSeconds * 1000);
  return {
    cpuPerSecond: (processCpu(system.service.pid) - before.cpu) / idleSeconds,
    rpcPerSecond: (rpcCalls(system) - before.calls) / idleSeconds,
  };
}

/** Rounds of both servers in turn; each goes first in every other round. */
async function race(
  lab: Lab,
  contest: Contest,
  { round, note }: { readonly round: number } & Pick<BenchOptions, 'note'>,
): Promise<void> {
  const { portage, bare, workload } = contest;
  for (const contestant of round % 2 === 0 ? [portage, bare] : [bare, portage]) {
    const seen = await load(lab, contest, contestant, lab.roundCalls);
    contestant.rounds.push(seen);
    note(
      `round ${round} ${workload.name}, ${contestant.name}: ${seen.cpuPerRequest.toFixed(0)} µs CPU a request, ${seen.requestsPerSecond.toFixed(0)} requests/s, p99 ${seen.p99Ms} ms`,
    );
  }
}

async function load(
  { system, folder, idle }: Lab,
  { workload, headers }: Contest,
  { name, url, pid }: Contestant,
  amount: number,
): Promise<Round> {
  const databaseCpu = createChildrenClock();
  const before = { server: processCpu(pid), database: databaseCpu(system.service.pid) };
  const calls = { url: `${url}/quote/v2`, headers, bodies: workload.bodies, connections, amount };
  const seen = await runLoad(folder, calls, loadCore);
  return {
    requests: seen.requests,
    // Following the chains is no part of a quote.
    cpuPerRequest:
      (processCpu(pid) -
        before.server -
        (name === 'portage' ? idle.cpuPerSecond * seen.seconds : 0)) /
      seen.requests,
    databaseCpuPerRequest: (databaseCpu(system.service.pid) - before.database) / seen.requests,
    requestsPerSecond: seen.requests / seen.seconds,
    p99Ms: seen.p99Ms,
  };
}
