import { extname, join } from 'node:path';
import { z } from 'zod';
import { startPinned } from '../measure/pinnedProcess.js';
import { median } from '../measure/statistics.js';

const loadCore = 1;
const connections = 32;

/**
 * Calls of one load. Loads are short and take turns, so the process's other work falls on both
 * servers alike.
 */
const callsOfLoad = 250;
const loadsOfRound = { full: 40, short: 4 } as const;

/** Rounds that are not counted, while the process compiles the code. */
const warmUpRounds = 4;

const roundSchema = z.object({
  on: z.number().positive(),
  off: z.number().positive(),
  calls: z.number().positive(),
});

/** Servers of one process that differ in whether they count. */
export interface CountingServers {
  readonly pid: number;
  readonly on: string;
  readonly off: string;
  /** URL of the gate that holds back writes. */
  readonly gate: string;
}

/** Call that is repeated. */
export interface BenchCall {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Cost of counting a call. */
export interface CountingCost {
  readonly call: BenchCall;
  /** CPU time of the server a call, in microseconds, one value a round. */
  readonly on: readonly number[];
  readonly off: readonly number[];
  /** Ratio with counting to without, one value a round. */
  readonly ratios: readonly number[];
  /** Number of counted calls. */
  readonly counted: number;
}

/** Length of a comparison. */
export interface ComparisonOptions {
  readonly rounds: number;
  readonly isShort: boolean;
  readonly note: (text: string) => void;
}

/** Loads both servers in turn with one call and compares the CPU time of their process. */
export async function compareCounting(
  servers: CountingServers,
  call: BenchCall,
  { rounds, isShort, note }: ComparisonOptions,
): Promise<CountingCost> {
  const { name, ...asked } = call;
  const spec = {
    ...servers,
    call: asked,
    connections,
    calls: callsOfLoad,
    loads: isShort ? loadsOfRound.short : loadsOfRound.full,
    rounds: warmUpRounds + rounds,
  };
  const program = startPinned(loadCore, [
    ...process.execArgv,
    join(import.meta.dirname, `load${extname(import.meta.filename)}`),
    JSON.stringify(spec),
  ]);
  const lines = (await program.finished)
    .trim()
    .split('\n')
    .map((line) => roundSchema.parse(JSON.parse(line)));
  if (lines.length !== warmUpRounds + rounds)
    throw new Error(`${name}: ${String(lines.length)} rounds were made.`);
  const measured = lines
    .slice(warmUpRounds)
    .map((line) => ({ on: line.on / line.calls, off: line.off / line.calls }));
  measured.forEach(({ on, off }, round) => {
    note(
      `${name}, round ${String(round + 1)}: ${on.toFixed(1)} µs CPU counted, ${off.toFixed(1)} µs not`,
    );
  });
  return {
    call,
    on: measured.map(({ on }) => on),
    off: measured.map(({ off }) => off),
    ratios: measured.map(({ on, off }) => on / off),
    counted: lines.reduce((sum, { calls }) => sum + calls, 0),
  };
}

/** Slowdown by counting, in percent: the median of the rounds. */
export function slowerPercent({ ratios }: CountingCost): number {
  return 100 * (median(ratios) - 1);
}
