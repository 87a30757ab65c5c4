import { percentile } from '../rolling/startLoad.js';

/** Quotes of one cell of the board. */
export interface BoardSamples {
  readonly route: string;
  readonly usd: number;
  /** Milliseconds that were added to each answer. */
  readonly latencyMs: number;
  /** Milliseconds of each quote that came, in any order. */
  readonly milliseconds: readonly number[];
  /** Failures of the questions without a quote, one text each. */
  readonly failures: readonly string[];
}

/** Row of the board. */
export interface BoardRow extends Pick<BoardSamples, 'route' | 'usd' | 'latencyMs'> {
  readonly quotes: number;
  /** Share of the questions that a quote answered, from 0 to 1. */
  readonly success: number;
  /** Milliseconds in tenths; null without a quote. */
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p99: number | null;
  /** First failure; null without one. */
  readonly failure: string | null;
}

/** The board, and whether every question was answered with a quote. */
export interface Board {
  readonly rows: readonly BoardRow[];
  readonly isSound: boolean;
}

function rowOf({ route, usd, latencyMs, milliseconds, failures }: BoardSamples): BoardRow {
  const latencies = [...milliseconds].sort((a, b) => a - b);
  const at = (share: number): number | null =>
    latencies.length === 0 ? null : Math.round(percentile({ latencies }, share) * 10) / 10;
  const asked = latencies.length + failures.length;
  return {
    route,
    usd,
    latencyMs,
    quotes: latencies.length,
    success: asked === 0 ? 0 : latencies.length / asked,
    p50: at(0.5),
    p90: at(0.9),
    p99: at(0.99),
    failure: failures[0] ?? null,
  };
}

/** Makes the board of what was measured. A cell that was not asked is a failure, too. */
export function judgeBoard(samples: readonly BoardSamples[]): Board {
  const rows = samples.map(rowOf);
  return { rows, isSound: rows.length > 0 && rows.every(({ success }) => success === 1) };
}

const columns = ['route', 'USD', 'added', 'p50', 'p90', 'p99', 'success'] as const;

/** Table of a board, as documents show it. */
export function printBoard({ rows }: Pick<Board, 'rows'>): string {
  const ms = (value: number | null): string => (value === null ? '–' : value.toFixed(1));
  const cells = rows.map((row) => [
    row.route,
    row.usd.toLocaleString('en-US'),
    `${String(row.latencyMs)} ms`,
    ms(row.p50),
    ms(row.p90),
    ms(row.p99),
    `${(row.success * 100).toFixed(1)} %`,
  ]);
  return [columns, columns.map((_, index) => (index === 0 ? '---' : '--:')), ...cells]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
}
