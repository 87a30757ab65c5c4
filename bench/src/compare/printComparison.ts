import type { Comparison } from './compareSides.js';
import { lowerMax, ratioMax, type Cost, type Judgement } from './judge/judgeRounds.js';

const names: Readonly<Record<keyof Cost, string>> = {
  serviceUs: 'CPU of the service, µs',
  databaseUs: 'CPU of PostgreSQL, µs',
  statements: 'SQL statements',
  logBytes: 'bytes of log',
};

/** Two commits and the results of their comparison. */
export interface Report {
  readonly base: string;
  readonly head: string;
  readonly rounds: number;
  readonly comparisons: readonly Comparison[];
}

/** Table for people; every figure is for one order (`quote`: request, `index`: deposit). */
export function formatReport({ base, head, rounds, comparisons }: Report): string {
  const header = ['', 'an order'.padEnd(24), base, head, 'ratio', 'at least', ''];
  const rows = comparisons.flatMap((comparison) => [
    ...comparison.judgements.map((judgement, index) => rowOf(comparison, judgement, index)),
  ]);
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => (row[column] ?? '').length)),
  );
  const lines = [header, ...rows].map((row) =>
    row
      .map((cell, column) =>
        column < 2 || column === 6
          ? cell.padEnd(widths[column] ?? 0)
          : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return [
    `${head} beside ${base}, medians of ${String(rounds)} rounds in turns`,
    '',
    ...lines,
    '',
    `Refused: median of the ratios beyond ${ratioMax.toFixed(2)} and its lower 95 % bound beyond ${lowerMax.toFixed(2)}, twice.`,
    '',
  ].join('\n');
}

function rowOf(
  { bench, runs, refused }: Comparison,
  { figure, base, head, ratio, lower }: Judgement,
  index: number,
): readonly string[] {
  return [
    index === 0 ? bench : '',
    names[figure],
    digits(base),
    digits(head),
    ratio.toFixed(3),
    lower.toFixed(3),
    refused.includes(figure) ? 'refused' : index === 0 && runs === 2 ? 'second run' : '',
  ];
}

function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** Closing line, as the tests have one: a benchmark passes or fails. */
export function countLine(comparisons: readonly Comparison[]): string {
  const failed = comparisons.filter(({ refused }) => refused.length > 0).length;
  return `${String(comparisons.length - failed)} passed, ${String(failed)} failed`;
}
