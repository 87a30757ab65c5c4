import type { ChainsReport } from './runChains.js';

/** A figure of the trial beside its limit. */
export interface JudgedFigure {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  readonly isWithin: boolean;
}

type Figure = 'cpuPercent' | 'transactions' | 'logBytes' | 'lagBlocks';

/** Limits of one idle chain with a block every two seconds. */
const limits: Readonly<Record<Figure, readonly [what: string, limit: number]>> = {
  cpuPercent: ['CPU, percent of a core', 0.6],
  transactions: ['transactions a second', 2],
  logBytes: ['bytes of log a second', 700],
  lagBlocks: ['blocks behind, at most', 1],
};

const figures = ['cpuPercent', 'transactions', 'logBytes', 'lagBlocks'] as const;

/** Holds a report against the limits; warnings of the service are reported, not judged. */
export function judgeChains(report: Pick<ChainsReport, Figure>): readonly JudgedFigure[] {
  return figures.map((figure) => {
    const [what, limit] = limits[figure];
    const value = report[figure];
    return { what, value, limit, isWithin: value <= limit };
  });
}
