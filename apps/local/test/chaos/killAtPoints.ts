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
  /** Deaths so far by occasion; it grows meanwhile. */
  readonly kills: PointKills;
  /** File in which the workers note the points that they reach, and their deaths. */
  readonly hitsFile: string;
}

/**
 * Lets workers die at every point in turn: the first time that they reach it, the second time, and
 * once more while they recover from a death there. What was not reached comes again later. A worker
 * has its own turns, because only one of them works on a chain at a time. In every turn it dies at
 * a point at which none has died yet, too: some are seldom reached.
 */
export async function killAtPoints(options: PointKillOptions): Promise<void> {
  const { workers, signal, kills } = options;
  const queue = occasions.flatMap((occasion) =>
    workerFailpoints.map((point): Turn => ({ point, occasion, withinMs: reachMs.first })),
  );
  await Promise.all(
    workers.map(async (worker) => {
      while (!signal.aborted) {
        const next = queue.shift();
        if (next === undefined) return;
        const isDone = await takeTurn(worker, next, options);
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

/** Whether the worker died as the turn wants it. */
async function takeTurn(
  worker: Worker,
  { point, occasion, withinMs }: Turn,
  options: PointKillOptions,
): Promise<boolean> {
  const isDead = (wanted: string): Promise<boolean> =>
    dieAt(worker, { point, wanted, withinMs }, options);
  if (occasion === 'second') return isDead(`${point}:2`);
  return (await isDead(point)) && (occasion === 'first' || isDead(point));
}

async function dieAt(
  worker: Worker,
  turn: { readonly point: string; readonly wanted: string; readonly withinMs: number },
  { signal, hitsFile }: PointKillOptions,
): Promise<boolean> {
  const before = (await readHits(hitsFile)).deaths;
  const rare = workerFailpoints.filter((point) => point !== turn.point && !before.has(point));
  const isDead = await worker.dieBy(
    { PORTAGE_FAILPOINT: [turn.wanted, ...rare].join(',') },
    { signal: AbortSignal.any([signal, AbortSignal.timeout(turn.withinMs)]) },
  );
  const { deaths } = await readHits(hitsFile);
  return isDead && (deaths.get(turn.point) ?? 0) > (before.get(turn.point) ?? 0);
}

function count(kills: PointKills, { point, occasion }: Pick<Turn, 'point' | 'occasion'>): void {
  const own = kills.get(point) ?? new Map<Occasion, number>();
  own.set(occasion, (own.get(occasion) ?? 0) + 1);
  kills.set(point, own);
}

/** Points that workers reached, and deaths at each, as the processes themselves noted them. */
export async function readHits(
  hitsFile: string,
): Promise<{
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
