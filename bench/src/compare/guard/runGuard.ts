import { createClosers, type Closers } from '../closers.js';
import { compareSides, type Comparison } from '../compareSides.js';
import { createLoad } from '../loads/createLoad.js';
import { medianBounds } from '../judge/medianBounds.js';
import type { LoadName } from '../loads/load.js';
import { warmUp, type Sides } from '../runLoad.js';
import { startSide, type Side } from '../side/startSide.js';
import { currentTree, ownTreeOf, type Tree } from '../tree/prepareTree.js';
import { plantWork } from './plants.js';

/** How often the guard is asked. */
export interface GuardOptions {
  readonly loads: readonly LoadName[];
  /** Comparisons of one commit with itself, which all have to pass. */
  readonly times: number;
  /** Comparisons with a planted slowdown, which all have to be refused. */
  readonly plantedTimes: number;
  /** Planted slowdown, percent of the service's CPU an order. */
  readonly percent: number;
  readonly rounds: number;
  readonly note: (text: string) => void;
}

/** Refusals of one benchmark. */
export interface GuardResult {
  readonly bench: LoadName;
  readonly refusedOfSame: number;
  readonly refusedOfPlanted: number;
  /** Smallest and largest ratio of the service's CPU. */
  readonly sameRatios: readonly [number, number];
  readonly plantedRatios: readonly [number, number];
}

/** Compares a commit with itself, and with itself slowed down; sides are started once for many. */
export async function runGuard(options: GuardOptions): Promise<readonly GuardResult[]> {
  const closers = createClosers();
  try {
    const head = await currentTree();
    // The same commit in a folder of its own, whose program may be changed.
    const other = await ownTreeOf('HEAD', options.note);
    closers.add(() => other.remove());
    const base = await startSide(head, closers);
    const results: GuardResult[] = [];
    for (const bench of options.loads) {
      const same = await withSide(
        () => startSide(other, closers),
        (side) => askOften(bench, { base, head: side }, { ...options, what: 'itself' }),
      );
      const planted = await askPlanted(bench, { base, other, same, closers }, options);
      results.push({
        bench,
        refusedOfSame: countRefused(same),
        refusedOfPlanted: countRefused(planted),
        sameRatios: ratiosOf(same),
        plantedRatios: ratiosOf(planted),
      });
    }
    return results;
  } finally {
    await closers.close();
  }
}

/** Compares with the work planted into the program of a tree, which is taken out again. */
async function askPlanted(
  bench: LoadName,
  { base, other, same, closers }: PlantedSides,
  options: GuardOptions,
): Promise<readonly Comparison[]> {
  const cost = medianBounds(same.map((one) => serviceJudgement(one).base)).median;
  const takeOut = await plantWork(other, {
    load: bench,
    microseconds: (cost * options.percent) / 100,
  });
  try {
    return await withSide(
      () => startSide(other, closers),
      (side) =>
        askOften(
          bench,
          { base, head: side },
          { ...options, times: options.plantedTimes, what: 'slower' },
        ),
    );
  } finally {
    await takeOut();
  }
}

interface PlantedSides {
  readonly base: Side;
  /** Tree whose program may be changed. */
  readonly other: Tree;
  /** Comparisons of the commit with itself, which say what an order costs. */
  readonly same: readonly Comparison[];
  readonly closers: Closers;
}

async function withSide<T>(
  start: () => Promise<Side>,
  work: (side: Side) => Promise<T>,
): Promise<T> {
  const side = await start();
  try {
    return await work(side);
  } finally {
    await side.close();
  }
}

async function askOften(
  bench: LoadName,
  sides: Sides,
  {
    times,
    rounds,
    note,
    what,
  }: Pick<GuardOptions, 'times' | 'rounds' | 'note'> & { readonly what: string },
): Promise<readonly Comparison[]> {
  const load = createLoad(bench);
  await warmUp(load, sides);
  const comparisons: Comparison[] = [];
  for (let time = 1; time <= times; time += 1) {
    const comparison = await compareSides(load, sides, rounds);
    comparisons.push(comparison);
    const figures = comparison.judgements
      .map(({ ratio, lower }) => `${ratio.toFixed(3)} (${lower.toFixed(3)})`)
      .join(' ');
    note(
      `${bench} beside ${what} ${String(time)}: ${figures}, ${comparison.refused.length > 0 ? `refused for ${comparison.refused.join(', ')}` : 'passed'} after ${String(comparison.runs)} run(s)`,
    );
  }
  return comparisons;
}

function serviceJudgement({ judgements }: Comparison): Comparison['judgements'][number] {
  const judgement = judgements.find(({ figure }) => figure === 'serviceUs');
  if (judgement === undefined) throw new Error('Each comparison judges the CPU of the service.');
  return judgement;
}

function countRefused(comparisons: readonly Comparison[]): number {
  return comparisons.filter(({ refused }) => refused.length > 0).length;
}

function ratiosOf(comparisons: readonly Comparison[]): readonly [number, number] {
  const ratios = comparisons.map((comparison) => serviceJudgement(comparison).ratio);
  return [Math.min(...ratios), Math.max(...ratios)];
}
