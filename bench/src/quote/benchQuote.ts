import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { BenchOptions } from '../benchOptions.js';
import { startBenchSystem, type BenchSystem } from '../environment/benchSystem.js';
import { startPinned } from '../measure/pinnedProcess.js';
import { createCpuClock } from '../measure/processCpu.js';
import type { BenchResult, Figure } from '../measure/report.js';
import { formatSpread, median } from '../measure/statistics.js';

const SERVER_CORE = 0;
const LOAD_CORE = 1;
const CHAINS = [8453, 10];
const CONNECTIONS = 32;
const ROUND_SECONDS = 2;
/** Long enough for every hot function to be compiled. */
const WARM_UP_SECONDS = 12;
const IDLE_SECONDS = 3;
const FIRST_BAR = 2;
const GOAL = 1.2;

const loadSchema = z.object({ requests: z.number(), seconds: z.number(), p50Ms: z.number(), p99Ms: z.number(), failed: z.number() });
const readySchema = z.object({ url: z.string(), pid: z.number() });
const answerSchema = z.object({ requestId: z.string(), steps: z.array(z.unknown()).min(1) });

interface Contestant {
  readonly name: 'portage' | 'bare';
  readonly url: string;
  readonly pid: number;
  readonly rounds: Round[];
}

interface Round {
  readonly requests: number;
  readonly cpuPerRequest: number;
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
}

/** `POST /quote/v2` with durable storage beside a bare server that checks the same body and sends as many bytes. */
export async function benchQuote({ rounds, note }: BenchOptions): Promise<BenchResult> {
  const system = await startBenchSystem({ core: SERVER_CORE, proxied: CHAINS });
  try {
    const body = JSON.stringify({ user: system.devnet.description.accounts[0]?.address, originChainId: CHAINS[0], destinationChainId: CHAINS[1], amount: '100000000000000000' });
    const bytes = await answerBytes(system.url, body);
    const bare = startPinned(SERVER_CORE, [join(import.meta.dirname, 'bareServer.js'), String(bytes)]);
    try {
      const { url, pid } = readySchema.parse(await bare.ready);
      const contestants: readonly Contestant[] = [
        { name: 'portage', url: system.url, pid: system.service.pid, rounds: [] },
        { name: 'bare', url, pid, rounds: [] },
      ];
      for (const contestant of contestants) await load(contestant, body, WARM_UP_SECONDS);
      const idle = await measureIdle(system);
      const calls = rpcCalls(system);
      const started = performance.now();
      await race(contestants, { body, rounds, note });
      const rpc = { idlePerSecond: idle.rpcPerSecond, perSecond: (1000 * (rpcCalls(system) - calls)) / (performance.now() - started) };
      return summarise(contestants, { bytes, rpc, idleCpuPerSecond: idle.cpuPerSecond });
    } finally {
      await bare.stop();
    }
  } finally {
    await system.close();
  }
}

async function answerBytes(url: string, body: string): Promise<number> {
  const answer = await fetch(`${url}/quote/v2`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`The quote failed: ${text}`);
  answerSchema.parse(JSON.parse(text));
  return Buffer.byteLength(text);
}

/** JSON-RPC calls of the service over HTTP so far, to all chains. */
function rpcCalls(system: BenchSystem): number {
  return CHAINS.reduce((sum, chain) => sum + system.proxy(chain).calls(), 0);
}

/** What the service does while nobody asks it: it follows its chains. */
async function measureIdle(system: BenchSystem): Promise<{ readonly cpuPerSecond: number; readonly rpcPerSecond: number }> {
  const cpu = createCpuClock();
  const before = { cpu: cpu(system.service.pid), calls: rpcCalls(system) };
  await sleep(IDLE_SECONDS * 1000);
  return { cpuPerSecond: (cpu(system.service.pid) - before.cpu) / IDLE_SECONDS, rpcPerSecond: (rpcCalls(system) - before.calls) / IDLE_SECONDS };
}

async function load(contestant: Contestant, body: string, seconds: number): Promise<Round> {
  const cpu = createCpuClock();
  const before = cpu(contestant.pid);
  const program = startPinned(LOAD_CORE, [join(import.meta.dirname, 'load.js'), `${contestant.url}/quote/v2`, body, String(CONNECTIONS), String(seconds)]);
  const seen = loadSchema.parse(JSON.parse(await program.finished));
  if (seen.failed > 0 || seen.requests === 0) throw new Error(`${contestant.name}: ${String(seen.failed)} of ${String(seen.requests)} requests failed.`);
  return {
    requests: seen.requests,
    cpuPerRequest: (cpu(contestant.pid) - before) / seen.requests,
    requestsPerSecond: seen.requests / seen.seconds,
    p99Ms: seen.p99Ms,
  };
}

async function race(contestants: readonly Contestant[], { body, rounds, note }: BenchOptions & { readonly body: string }): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    for (const contestant of round % 2 === 0 ? contestants : [...contestants].reverse()) {
      const seen = await load(contestant, body, ROUND_SECONDS);
      contestant.rounds.push(seen);
      note(`round ${String(round)} ${contestant.name}: ${seen.cpuPerRequest.toFixed(0)} µs CPU a request, ${seen.requestsPerSecond.toFixed(0)} requests/s, p99 ${String(seen.p99Ms)} ms`);
    }
  }
}

interface Surroundings {
  readonly bytes: number;
  readonly idleCpuPerSecond: number;
  readonly rpc: { readonly idlePerSecond: number; readonly perSecond: number };
}

function summarise(contestants: readonly Contestant[], { bytes, rpc, idleCpuPerSecond }: Surroundings): BenchResult {
  const [portage, bare] = contestants;
  if (portage === undefined || bare === undefined) throw new Error('Two contestants are needed.');
  const ratio = (pick: (round: Round) => number): number => median(portage.rounds.map(pick)) / median(bare.rounds.map(pick));
  const cpuRatio = ratio((round) => round.cpuPerRequest);
  const quotesPerSecond = median(portage.rounds.map((round) => round.requestsPerSecond));
  const figures = ({ name, rounds }: Contestant): readonly Figure[] => [
    { name: `${name}: CPU µs a request`, value: formatSpread(rounds.map((round) => round.cpuPerRequest), 1) },
    { name: `${name}: requests/s`, value: formatSpread(rounds.map((round) => round.requestsPerSecond)) },
    { name: `${name}: p99 ms`, value: formatSpread(rounds.map((round) => round.p99Ms), 1) },
  ];
  return {
    bench: 'quote',
    figures: [
      { name: 'CPU a request, ratio to the bare server', value: cpuRatio.toFixed(2), goal: `${String(GOAL)} (first ${String(FIRST_BAR)})`, reached: cpuRatio <= GOAL },
      { name: 'requests/s, ratio', value: ratio((round) => round.requestsPerSecond).toFixed(2) },
      { name: 'p99, ratio', value: ratio((round) => round.p99Ms).toFixed(2) },
      ...figures(portage),
      ...figures(bare),
      { name: 'RPC calls/s of the service: idle, under load', value: `${rpc.idlePerSecond.toFixed(1)}, ${rpc.perSecond.toFixed(1)}` },
    ],
    notes: [
      `Medians of ${String(portage.rounds.length)} rounds in rotation after ${String(WARM_UP_SECONDS)} s to warm up, ${String(CONNECTIONS)} connections, answers of ${String(bytes)} bytes; servers on core ${String(SERVER_CORE)}, load on core ${String(LOAD_CORE)}.`,
      'Every quote is committed to PostgreSQL before it is answered; PostgreSQL runs on the servers’ core, so it takes its share of requests/s. Its CPU is not the server process’s.',
      `The service follows two chains meanwhile, which costs ${(idleCpuPerSecond / 1000).toFixed(0)} ms CPU a second (${(idleCpuPerSecond / quotesPerSecond).toFixed(0)} µs of each request above). No quote asks a chain: ${quotesPerSecond.toFixed(0)} quotes/s beside the RPC calls above.`,
    ],
  };
}
