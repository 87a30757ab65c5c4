import type { BenchResult, Figure } from '../measure/report.js';
import { formatSpread, median } from '../measure/statistics.js';
import type { Workload } from './workloads.js';

/** Chains that the service follows, each behind a proxy that counts its calls. */
export const quotedChainIds: readonly number[] = [8453, 10];

const firstBar = 2;
const goal = 1.2;

/** One of two servers and its measurements. */
export interface Contestant {
  readonly name: 'portage' | 'bare';
  readonly url: string;
  readonly pid: number;
  readonly rounds: Round[];
}

/** One load of one server. CPU time is in microseconds. */
export interface Round {
  readonly requests: number;
  /** CPU time a request, less the server's idle use. */
  readonly cpuPerRequest: number;
  /** CPU time of PostgreSQL; next to nothing while the bare server is loaded. */
  readonly databaseCpuPerRequest: number;
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
}

/** Both servers under the same load. */
export interface Contest {
  readonly workload: Workload;
  readonly headers: Readonly<Record<string, string>>;
  readonly answerBytes: number;
  readonly portage: Contestant;
  readonly bare: Contestant;
}

/** Idle use of the service. */
export interface Idle {
  readonly cpuPerSecond: number;
  readonly rpcPerSecond: number;
}

/** Conditions of the measurement. */
export interface Surroundings {
  readonly idle: Idle;
  /** JSON-RPC calls of the service a second during the measurement. */
  readonly rpcPerSecond: number;
  readonly connections: number;
  readonly calls: { readonly warmUp: number; readonly round: number };
  readonly serverCore: number;
  readonly loadCore: number;
}

/** Report: ratios of medians, and the values behind them. */
export function summarise(
  contests: readonly Contest[],
  { idle, rpcPerSecond, connections, calls, serverCore, loadCore }: Surroundings,
): BenchResult {
  const quotesPerSecond = Math.max(
    ...contests.map(({ portage }) =>
      median(portage.rounds.map((round) => round.requestsPerSecond)),
    ),
  );
  const sizes = contests
    .map(
      ({ workload, answerBytes }) =>
        `${workload.name}: ${Buffer.byteLength(workload.bodies[0] ?? '')} bytes in, ${answerBytes} out`,
    )
    .join('; ');
  return {
    bench: 'quote',
    figures: [
      ...contests.flatMap(figuresOf),
      {
        name: 'RPC calls/s of the service: idle, under load',
        value: `${idle.rpcPerSecond.toFixed(1)}, ${rpcPerSecond.toFixed(1)}`,
      },
    ],
    notes: [
      `Medians of ${contests[0]?.portage.rounds.length ?? 0} rounds of ${calls.round} calls in rotation after ${calls.warmUp} to warm up, ${connections} connections, 256 payers. ${sizes}.`,
      `Servers on core ${serverCore}; load and PostgreSQL on core ${loadCore}. Every quote is committed to PostgreSQL before it is answered.`,
      `The service follows two chains meanwhile; the ${(idle.cpuPerSecond / 1000).toFixed(0)} ms of CPU a second which that costs when idle are not counted as its quotes'. No quote asks a chain: up to ${quotesPerSecond.toFixed(0)} quotes/s beside the RPC calls above.`,
    ],
  };
}

function figuresOf({ workload, portage, bare }: Contest): readonly Figure[] {
  const ratio = (pick: (round: Round) => number): number =>
    median(portage.rounds.map(pick)) / median(bare.rounds.map(pick));
  const spread = ({ rounds }: Contestant, pick: (round: Round) => number, digits: number): string =>
    formatSpread(rounds.map(pick), digits);
  const cpuRatio = ratio((round) => round.cpuPerRequest);
  const both = (pick: (round: Round) => number, digits: number): string =>
    `${ratio(pick).toFixed(2)}: ${spread(portage, pick, digits)} beside ${spread(bare, pick, digits)}`;
  return [
    {
      name: `${workload.name}: CPU µs a request, ratio to the bare server`,
      value: both((round) => round.cpuPerRequest, 1),
      goal: `${goal} (first ${firstBar})`,
      reached: cpuRatio <= goal,
    },
    {
      name: `${workload.name}: PostgreSQL's own CPU µs a quote`,
      value: spread(portage, (round) => round.databaseCpuPerRequest, 0),
    },
    {
      name: `${workload.name}: requests/s, ratio`,
      value: both((round) => round.requestsPerSecond, 0),
    },
    { name: `${workload.name}: p99 ms, ratio`, value: both((round) => round.p99Ms, 1) },
  ];
}
