import { extname, join } from 'node:path';
import { z } from 'zod';
import { startPinned } from '../measure/pinnedProcess.js';
import { median } from '../measure/statistics.js';

const loadCore = 1;
const connections = 32;

/**
 * Short loads in turns: a round has so many that what the process does beside them falls on both
 * servers alike.
 */
const callsOfLoad = 250;
const loadsOfRound = 40;

/** Rounds that are not counted: the process compiles what the calls run. */
const warmUpRounds = 4;

const roundSchema = z.object({
  on: z.number().positive(),
  off: z.number().positive(),
  calls: z.number().positive(),
});

/** Servers that differ in whether they count, in one process. */
export interface CountingServers {
  readonly pid: number;
  readonly on: string;
  readonly off: string;
  /** Where its writes can be held back. */
  readonly gate: string;
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

/** Length of a comparison. */
export interface ComparisonOptions {
  readonly rounds: number;
  readonly note: (text: string) => void;
}

/** Loads both servers in turn with one call, and compares the CPU time of their process. */
export async function compareCounting(
  servers: CountingServers,
  call: BenchCall,
  { rounds, note }: ComparisonOptions,
): Promise<CountingCost> {
  const { name, ...asked } = call;
  const spec = {
    ...servers,
    call: asked,
    connections,
    calls: callsOfLoad,
    loads: loadsOfRound,
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

/** What counting adds to a call, in percent: the middle of the rounds. */
export function slowerPercent({ ratios }: CountingCost): number {
  return 100 * (median(ratios) - 1);
}
