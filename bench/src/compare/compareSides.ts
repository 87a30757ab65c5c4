import { judgeRounds, refusedFigures, type Cost, type Judgement } from './judge/judgeRounds.js';
import type { Load, LoadName } from './loads/load.js';
import { runLoad, type Sides } from './runLoad.js';

/** Result of one benchmark of a comparison. */
export interface Comparison {
  readonly bench: LoadName;
  /** Judgements of the only run, or of the second where the first found a figure worse. */
  readonly judgements: readonly Judgement[];
  readonly runs: 1 | 2;
  /** Figures that were worse in both runs; none lets the commit pass. */
  readonly refused: readonly (keyof Cost)[];
}

/** Compares sides that are warm by one load, and once more where a figure is worse. */
export async function compareSides(load: Load, sides: Sides, rounds: number): Promise<Comparison> {
  const first = judgeRounds(await runLoad(load, sides, rounds));
  if (!first.some(({ isWorse }) => isWorse))
    return { bench: load.name, judgements: first, runs: 1, refused: [] };
  const second = judgeRounds(await runLoad(load, sides, rounds));
  return { bench: load.name, judgements: second, runs: 2, refused: refusedFigures(first, second) };
}
