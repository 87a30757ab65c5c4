import { join } from 'node:path';
import { z } from 'zod';
import { startBenchSystem } from '../environment/benchSystem.js';
import type { BenchOptions } from '../benchOptions.js';
import { startPinned } from '../measure/pinnedProcess.js';
import { createCpuClock, processTree } from '../measure/processCpu.js';
import type { BenchResult } from '../measure/report.js';
import { median, spread } from '../measure/statistics.js';

const SERVER_CORE = 0;
const LOAD_CORE = 1;
const CONNECTIONS = 16;
const SECONDS = 2;

const loadSchema = z.object({ requests: z.number(), seconds: z.number(), p50Ms: z.number(), p99Ms: z.number(), failed: z.number() });
const readySchema = z.object({ url: z.string(), pid: z.number() });

interface Contestant {
  readonly name: string;
  readonly url: string;
  readonly pids: readonly number[];
  readonly rounds: Round[];
}

interface Round {
  readonly cpuPerRequest: number;
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
}

/** `POST /quote/v2` with durable storage beside a bare server that checks the same body and sends as many bytes. */
export async function benchQuote({ rounds, note }: BenchOptions): Promise<BenchResult> {
  const system = await startBenchSystem({ core: SERVER_CORE, proxied: [8453, 10] });
  try {
    const body = JSON.stringify({
      user: system.devnet.description.accounts[0]?.address,
      originChainId: 8453,
      destinationChainId: 10,
      amount: '100000000000000000',
    });
    const answer = await fetch(`${system.url}/quote/v2`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`The quote failed: ${text}`);
    const bare = startPinned(SERVER_CORE, [join(import.meta.dirname, 'bareServer.js'), String(Buffer.byteLength(text))]);
    try {
      const { url, pid } = readySchema.parse(await bare.ready);
      const tree = processTree(system.service.pid);
      const contestants: readonly Contestant[] = [
        { name: 'portage', url: system.url, pids: tree, rounds: [] },
        { name: 'bare', url, pids: [pid], rounds: [] },
      ];
      await race(contestants, { body, rounds, note });
      return summarise(contestants, Buffer.byteLength(text));
    } finally {
      await bare.stop();
    }
  } finally {
    await system.close();
  }
}

async function race(contestants: readonly Contestant[], options: { readonly body: string; readonly rounds: number; readonly note: BenchOptions['note'] }): Promise<void> {
  const cpu = createCpuClock();
  // The first round warms both up and is not counted.
  for (let round = 0; round <= options.rounds; round += 1) {
    const order = round % 2 === 0 ? contestants : [...contestants].reverse();
    for (const contestant of order) {
      const before = contestant.pids.map(cpu);
      const load = await startPinned(LOAD_CORE, [
        join(import.meta.dirname, 'load.js'), `${contestant.url}/quote/v2`, options.body, String(CONNECTIONS), String(SECONDS),
      ]).finished;
      const seen = loadSchema.parse(JSON.parse(load));
      if (seen.failed > 0) throw new Error(`${contestant.name}: ${seen.failed} of ${seen.requests} requests failed.`);
      const server = (cpu(contestant.pids[0] ?? 0) - (before[0] ?? 0)) / seen.requests;
      if (round > 0) contestant.rounds.push({ cpuPerRequest: server, requestsPerSecond: seen.requests / seen.seconds, p99Ms: seen.p99Ms });
      options.note(`round ${round} ${contestant.name}: ${server.toFixed(0)} µs CPU a request, ${(seen.requests / seen.seconds).toFixed(0)} requests/s, p99 ${seen.p99Ms} ms`);
    }
  }
}

function summarise(contestants: readonly Contestant[], bytes: number): BenchResult {
  const [portage, bare] = contestants;
  if (portage === undefined || bare === undefined) throw new Error('Two contestants are needed.');
  const ratio = (pick: (round: Round) => number): string => (median(portage.rounds.map(pick)) / median(bare.rounds.map(pick))).toFixed(2);
  const range = (contestant: Contestant, pick: (round: Round) => number): string => {
    const { min, median: middle, max } = spread(contestant.rounds.map(pick));
    return `${middle.toFixed(1)} (${min.toFixed(1)}–${max.toFixed(1)})`;
  };
  const cpuRatio = ratio((round) => round.cpuPerRequest);
  return {
    bench: 'quote',
    figures: [
      { name: 'CPU a request, ratio to the bare server', value: cpuRatio, goal: '1.2 (first 2.0)', reached: Number(cpuRatio) <= 1.2 },
      { name: 'requests/s, ratio', value: ratio((round) => round.requestsPerSecond) },
      { name: 'p99, ratio', value: ratio((round) => round.p99Ms) },
      ...[portage, bare].flatMap((contestant) => [
        { name: `${contestant.name}: CPU µs a request`, value: range(contestant, (round) => round.cpuPerRequest) },
        { name: `${contestant.name}: requests/s`, value: range(contestant, (round) => round.requestsPerSecond) },
        { name: `${contestant.name}: p99 ms`, value: range(contestant, (round) => round.p99Ms) },
      ]),
    ],
    notes: [
      `Medians of ${portage.rounds.length} rounds in rotation, ${CONNECTIONS} connections, answers of ${bytes} bytes; servers on core ${SERVER_CORE}, load on core ${LOAD_CORE}.`,
      'Every quote is committed to PostgreSQL before it is answered; PostgreSQL runs on the servers’ core, so it takes its share of requests/s. Its CPU is not the server process’s.',
    ],
  };
}
