import { readFile } from 'node:fs/promises';
import { indexerFailpoints } from '@portage/indexer';
import { solverFailpoints } from '@portage/solver';
import { pause } from '../soak/startLiars.js';
import type { Worker } from '../soak/superviseWorker.js';

/** Points of a worker at which it may die. */
export const workerFailpoints: readonly string[] = [...indexerFailpoints, ...solverFailpoints];

/** Occasions on which a worker dies at a point; `recovery` is right after a death at the same. */
export const occasions = ['first', 'second', 'recovery'] as const;

/** Occasion of a death. */
export type Occasion = (typeof occasions)[number];

/** Deaths at points, by point and occasion. */
export type PointKills = Map<string, Map<Occasion, number>>;

/**
 * Milliseconds in which a worker must reach its point; then the next point's turn comes. One that
 * was not reached has twice the time on its next turn.
 */
const reachMs = { first: 15_000, max: 60_000 } as const;

/** Options of the kills. */
export interface PointKillOptions {
  readonly workers: readonly Worker[];
  readonly signal: AbortSignal;
  /** Deaths so far; it grows meanwhile. */
  readonly kills: PointKills;
}

/**
 * Lets workers die at every point in turn: the first time that they reach it, the second time, and
 * once more while they recover from a death there. What was not reached comes again later. A worker
 * has its own turns, because only one of them works on a chain at a time.
 */
export async function killAtPoints({ workers, signal, kills }: PointKillOptions): Promise<void> {
  const queue = occasions.flatMap((occasion) =>
    workerFailpoints.map((point): Turn => ({ point, occasion, withinMs: reachMs.first })),
  );
  await Promise.all(
    workers.map(async (worker) => {
      while (!signal.aborted) {
        const next = queue.shift();
        if (next === undefined) return;
        const isDone = await dieAt(worker, next, signal);
        if (isDone) count(kills, next);
        else queue.push({ ...next, withinMs: Math.min(2 * next.withinMs, reachMs.max) });
        await pause(500, signal);
      }
    }),
  );
}

/** Turn of a point. */
interface Turn {
  readonly point: string;
  readonly occasion: Occasion;
  /** Milliseconds in which the worker must reach it. */
  readonly withinMs: number;
}

async function dieAt(
  worker: Worker,
  { point, occasion, withinMs }: Turn,
  signal: AbortSignal,
): Promise<boolean> {
  const within = (): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
  const variables = { PORTAGE_FAILPOINT: occasion === 'second' ? `${point}:2` : point };
  if (occasion !== 'recovery') return worker.dieBy(variables, { signal: within() });
  const once = await worker.dieBy(variables, { signal: within() });
  return once && worker.dieBy(variables, { signal: within() });
}

function count(kills: PointKills, { point, occasion }: Pick<Turn, 'point' | 'occasion'>): void {
  const own = kills.get(point) ?? new Map<Occasion, number>();
  own.set(occasion, (own.get(occasion) ?? 0) + 1);
  kills.set(point, own);
}

/** Points that workers reached, and deaths at each, as the processes themselves noted them. */
export async function readHits(hitsFile: string): Promise<{
  readonly reached: ReadonlySet<string>;
  readonly deaths: ReadonlyMap<string, number>;
}> {
  const lines = (await readFile(hitsFile, 'utf8').catch(() => '')).split('\n');
  const reached = new Set(lines.filter((line) => line !== '' && !line.startsWith('kill ')));
  const deaths = new Map<string, number>();
  for (const line of lines) {
    if (!line.startsWith('kill ')) continue;
    const point = line.slice('kill '.length);
    deaths.set(point, (deaths.get(point) ?? 0) + 1);
  }
  return { reached, deaths };
}
