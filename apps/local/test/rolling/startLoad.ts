import { setTimeout as sleep } from 'node:timers/promises';

/** Calls that were made, and how they ended. */
export interface LoadReport {
  readonly requests: number;
  /** Answers that were not what was asked for, by what they say. */
  readonly failures: ReadonlyMap<string, number>;
  /** Milliseconds of each answer, smallest first. */
  readonly latencies: readonly number[];
}

/** Options of a load. */
export interface LoadOptions {
  /** Calls each second, whether or not those before have been answered. */
  readonly rate: number;
  /** Makes one call; undefined where it is answered as it should be, else what is wrong. */
  readonly call: () => Promise<string | undefined>;
  readonly signal: AbortSignal;
}

/** Milliseconds between two looks at how many calls are due. */
const tickMs = 10;

/**
 * Makes calls at a steady rate until the signal aborts, then waits for the last answers. A call
 * that is due late is made at once, and its wait counts: a service that stalls cannot slow the load
 * down.
 */
export async function startLoad({ rate, call, signal }: LoadOptions): Promise<LoadReport> {
  const failures = new Map<string, number>();
  const latencies: number[] = [];
  const open = new Set<Promise<void>>();
  const started = performance.now();
  let requests = 0;
  const make = async (due: number): Promise<void> => {
    const fault = await call().catch((error: unknown) => String(error));
    latencies.push(performance.now() - due);
    if (fault !== undefined) failures.set(fault, (failures.get(fault) ?? 0) + 1);
  };
  while (!signal.aborted) {
    const due = ((performance.now() - started) * rate) / 1_000;
    for (; requests < due; requests += 1) {
      const one = make(started + (requests * 1_000) / rate);
      open.add(one);
      void one.then(() => open.delete(one));
    }
    await sleep(tickMs);
  }
  await Promise.all(open);
  return { requests, failures, latencies: latencies.sort((a, b) => a - b) };
}

/** Latency below which a share of the answers lies; NaN without answers. */
export function percentile({ latencies }: Pick<LoadReport, 'latencies'>, share: number): number {
  const index = Math.min(latencies.length - 1, Math.floor(share * latencies.length));
  return latencies[index] ?? Number.NaN;
}
