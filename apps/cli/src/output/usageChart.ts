import type { UsagePoint } from '@portage/metrics';
import { plain, type Paint } from './paint.js';

/** Size of a chart in characters, labels included. */
export interface ChartSize {
  readonly columns: number;
  readonly rows: number;
  /** Colours; none by default. */
  readonly paint?: Paint;
}

/** Eighths of a character, from below. */
const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/**
 * Chart of calls over time. Failed calls are red, at the bottom of each column. Neighbouring
 * buckets share a column where there are more buckets than columns.
 */
export function usageChart(
  points: readonly UsagePoint[],
  { columns, rows, paint = plain }: ChartSize,
): readonly string[] {
  const labelWidth = 10;
  const bars = merge(points, Math.max(1, columns - labelWidth));
  const top = Math.max(1, ...bars.map((bar) => bar.total));
  const lines = Array.from({ length: rows }, (_, line) => {
    const row = rows - 1 - line;
    const label = line === 0 ? String(top) : row === 0 ? '0' : '';
    return `${label.padStart(labelWidth - 2)} ${paint.dim('│')}${bars.map((bar) => cell(bar, { top, row, rows, paint })).join('')}`;
  });
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return lines;
  const [start, end] = [timeText(first.at), timeText(last.at)];
  const gap = Math.max(1, bars.length - start.length - end.length);
  return [...lines, `${' '.repeat(labelWidth)}${paint.dim(start + ' '.repeat(gap) + end)}`];
}

function merge(points: readonly UsagePoint[], columnsMax: number): readonly UsagePoint[] {
  const size = Math.max(1, Math.ceil(points.length / columnsMax));
  return Array.from({ length: Math.ceil(points.length / size) }, (_, index) => {
    const group = points.slice(index * size, (index + 1) * size);
    return {
      at: group[0]?.at ?? 0,
      total: group.reduce((sum, point) => sum + point.total, 0),
      failed: group.reduce((sum, point) => sum + point.failed, 0),
    };
  });
}

/** Scale of the chart, and the row of it that is drawn. */
interface Cell extends Required<Pick<ChartSize, 'rows' | 'paint'>> {
  readonly top: number;
  readonly row: number;
}

function cell({ total, failed }: UsagePoint, { top, row, rows, paint }: Cell): string {
  // One call is always visible.
  const height = total === 0 ? 0 : Math.max(1, Math.round((total / top) * rows * 8));
  const text = eighths[Math.min(8, Math.max(0, height - row * 8))] ?? ' ';
  const failedHeight = failed === 0 ? 0 : Math.max(1, Math.round((failed / top) * rows * 8));
  return failedHeight > row * 8 ? paint.red(text) : paint.cyan(text);
}

/** Day and minute in UTC. */
function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`;
}
