import { medianBounds } from './medianBounds.js';

/** Figures of one side in one round, each for one order. */
export interface Cost {
  /** CPU microseconds of the service's process. */
  readonly serviceUs: number;
  /** CPU microseconds of all processes of its PostgreSQL. */
  readonly databaseUs: number;
  /** SQL statements. */
  readonly statements: number;
  /** Bytes of PostgreSQL's write-ahead log. */
  readonly logBytes: number;
}

/** One round of both sides. */
export interface Round {
  readonly base: Cost;
  readonly head: Cost;
}

/** Judgement of one figure over all rounds. */
export interface Judgement {
  readonly figure: keyof Cost;
  readonly base: number;
  readonly head: number;
  /** Median of the ratios of the rounds, head to base. */
  readonly ratio: number;
  /** The true median is greater with 95 % confidence. */
  readonly lower: number;
  readonly isWorse: boolean;
}

/** A figure is worse where the median of the ratios exceeds this… */
export const ratioMax = 1.1;
/** …and its lower bound this: one figure alone would refuse what is only unsteady. */
export const lowerMax = 1.05;
/** Rounds below which the bound says too little. */
export const roundsMin = 15;

const figures = ['serviceUs', 'databaseUs', 'statements', 'logBytes'] as const;

/** Judges every figure by the ratios of its rounds, because both halves of a round ran together. */
export function judgeRounds(rounds: readonly Round[]): readonly Judgement[] {
  return figures.map((figure) => {
    const ratio = medianBounds(rounds.map(({ base, head }) => head[figure] / base[figure]));
    return {
      figure,
      base: medianBounds(rounds.map(({ base }) => base[figure])).median,
      head: medianBounds(rounds.map(({ head }) => head[figure])).median,
      ratio: ratio.median,
      lower: ratio.lower,
      isWorse: ratio.median > ratioMax && ratio.lower > lowerMax,
    };
  });
}

/**
 * Figures that are worse in both runs of a benchmark. Chance that one run takes for a cost does not
 * repeat itself.
 */
export function refusedFigures(
  first: readonly Judgement[],
  second: readonly Judgement[],
): readonly (keyof Cost)[] {
  return figures.filter((figure) =>
    [first, second].every((judgements) =>
      judgements.some((judgement) => judgement.figure === figure && judgement.isWorse),
    ),
  );
}
