import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startPinned } from '../measure/pinnedProcess.js';
import { createCpuClock } from '../measure/processCpu.js';
import { median } from '../measure/statistics.js';

const loadCore = 1;
const connections = 32;
const warmUpSeconds = 6;
const loadSeconds = 1;

/** Longer than the counter waits before it writes: what a load counted is written before the next one starts. */
const settleMs = 1_200;

/** Loads of one round; each server has as many before the other as after it, so what drifts hits both alike. */
const order = ['on', 'off', 'off', 'on'] as const;

const loadSchema = z.object({ requests: z.number().positive(), failed: z.literal(0) });

/** Servers that differ in whether they count, in one process. */
export interface CountingServers {
  readonly pid: number;
  readonly on: string;
  readonly off: string;
}

/** A call that is made again and again. */
export interface BenchCall {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What counting costs a call. */
export interface CountingCost {
  readonly call: BenchCall;
  /** Server's CPU µs a call, a value for each round. */
  readonly on: readonly number[];
  readonly off: readonly number[];
  /** With counting by without, in each round. */
  readonly ratios: readonly number[];
  /** Calls that were counted. */
  readonly counted: number;
}

interface Load {
  readonly requests: number;
  readonly cpu: number;
}

/** Loads both servers in turn with one call, and compares the CPU time of their process. */
export async function compareCounting(servers: CountingServers, call: BenchCall, { rounds, note }: { readonly rounds: number; readonly note: (text: string) => void }): Promise<CountingCost> {
  const cpu = createCpuClock();
  const run = async (mode: 'on' | 'off', seconds: number): Promise<Load> => {
    const before = cpu(servers.pid);
    const { path, method, headers, body } = call;
    const spec = JSON.stringify({ url: `${servers[mode]}${path}`, method, headers, body, connections, seconds });
    const program = startPinned(loadCore, [...process.execArgv, join(import.meta.dirname, `load${extname(import.meta.filename)}`), spec]);
    const { requests } = loadSchema.parse(JSON.parse(await program.finished));
    await sleep(settleMs);
    return { requests, cpu: cpu(servers.pid) - before };
  };
  const costs: Record<'on' | 'off', number[]> = { on: [], off: [] };
  let counted = 0;
  for (const mode of ['off', 'on'] as const) {
    const { requests } = await run(mode, warmUpSeconds);
    if (mode === 'on') counted += requests;
  }
  for (let round = 1; round <= rounds; round += 1) {
    const sums = { on: { requests: 0, cpu: 0 }, off: { requests: 0, cpu: 0 } };
    for (const mode of round % 2 === 0 ? order : order.map(other)) {
      const { requests, cpu: used } = await run(mode, loadSeconds);
      sums[mode].requests += requests;
      sums[mode].cpu += used;
    }
    counted += sums.on.requests;
    for (const mode of ['on', 'off'] as const) costs[mode].push(sums[mode].cpu / sums[mode].requests);
    note(`${call.name}, round ${String(round)}: ${(costs.on.at(-1) ?? 0).toFixed(1)} µs CPU counted, ${(costs.off.at(-1) ?? 0).toFixed(1)} µs not`);
  }
  return { call, ...costs, ratios: costs.on.map((value, round) => value / (costs.off[round] ?? Number.NaN)), counted };
}

/** What counting adds to a call, in percent: the middle of the rounds. */
export function slowerPercent({ ratios }: CountingCost): number {
  return 100 * (median(ratios) - 1);
}

function other(mode: 'on' | 'off'): 'on' | 'off' {
  return mode === 'on' ? 'off' : 'on';
}
