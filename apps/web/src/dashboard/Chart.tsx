import { useEffect, useRef, useState, type ReactElement } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { Table } from './Table.js';

/** One line or row of bars of a chart. */
export interface Series {
  readonly label: string;
  /** Name of a colour of the theme. */
  readonly color: 'accent' | 'good' | 'warn' | 'bad' | 'quiet';
  /** A value for each time; null where there is none. */
  readonly values: readonly (number | null)[];
}

/** Properties of a {@link Chart}. */
export interface ChartProps {
  readonly title: string;
  /** Unix seconds, oldest first. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly kind: 'bars' | 'lines';
  readonly format: (value: number) => string;
  /** Shorter form for the axis; by default that of the values. */
  readonly formatMark?: (value: number) => string;
}

const heightPx = 190;

/** A chart over time, drawn by uPlot; the same figures stand below it as a table. */
export function Chart(props: ChartProps): ReactElement {
  const { title, times, series, kind, format, formatMark = format } = props;
  const place = useRef<HTMLDivElement>(null);
  const look = useLook();
  const [pointed, setPointed] = useState<number>();
  // Answers are read anew every few seconds; the chart is drawn when its figures change.
  const figures = JSON.stringify([times, series]);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const drawn = kind === 'bars' ? stackedOf(series) : series;
    const data: uPlot.AlignedData = [[...times], ...drawn.map(({ values }) => [...values])];
    const options = optionsOf(element, {
      times,
      series: drawn,
      kind,
      formatMark,
      onPoint: setPointed,
    });
    const plot = new uPlot(options, data, element);
    const observer = new ResizeObserver(() => {
      plot.setSize({ width: element.clientWidth, height: heightPx });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
    // `figures` stands for the times and the series.
  }, [figures, look, kind]);
  const hasData = series.some(({ values }) => values.some((value) => (value ?? 0) > 0));
  return (
    <figure className="m-0 min-w-0">
      <Legend times={times} series={series} format={format} pointed={pointed} />
      <div className="relative mt-2">
        <div
          ref={place}
          role="img"
          aria-label={`Chart of ${title}; its figures are in the table below`}
          className="h-[190px] w-full overflow-hidden"
        />
        {hasData ? undefined : (
          <p className="pointer-events-none absolute inset-x-0 top-16 text-center text-sm text-quiet">
            Nothing yet in this window.
          </p>
        )}
      </div>
      <details className="mt-2 text-sm">
        <summary className="text-xs text-quiet hover:text-ink">Figures as a table</summary>
        <Table
          label={`Figures of ${title}`}
          columns={['Time', ...series.map(({ label }) => label)]}
          rows={times
            .map((at, index) => ({ at, values: series.map(({ values }) => values[index] ?? null) }))
            .filter(({ values }) => values.some((value) => (value ?? 0) !== 0))
            .map(({ at, values }) => [
              timeText(at),
              ...values.map((value) => valueText(value, format)),
            ])}
          empty="Nothing yet in this window."
        />
      </details>
    </figure>
  );
}

interface LegendProps extends Pick<ChartProps, 'times' | 'series' | 'format'> {
  /** Bucket that is pointed at. */
  readonly pointed: number | undefined;
}

/** Names of the series, with the values of the bucket that is pointed at. */
function Legend({ times, series, format, pointed }: LegendProps): ReactElement {
  return (
    <figcaption className="flex min-h-8 flex-wrap content-start gap-x-4 gap-y-1 text-xs text-quiet sm:min-h-5">
      {series.map(({ label, color, values }) => (
        <span key={label} className="inline-flex items-center gap-1.5">
          <span
            aria-hidden
            className="size-2.5 rounded-sm"
            style={{ background: `var(--${color})` }}
          />
          <span>{label}</span>
          {pointed === undefined ? undefined : (
            <span className="font-semibold text-ink tabular-nums">
              {valueText(values[pointed], format)}
            </span>
          )}
        </span>
      ))}
      {pointed === undefined ? undefined : (
        <span className="ml-auto tabular-nums">{timeText(times[pointed])}</span>
      )}
    </figcaption>
  );
}

function valueText(value: number | null | undefined, format: ChartProps['format']): string {
  return value === null || value === undefined ? '–' : format(value);
}

/** Start of a bucket, by Unix seconds. */
function timeText(at: number | undefined): string {
  const form = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return at === undefined ? '' : new Date(at * 1000).toLocaleString('en', form);
}

const daySeconds = 86_400;

/** Marks of the axis of time: times of a day, and its date where it begins. */
const timeMarks: uPlot.Axis.DynamicValues = (_, ticks, __, ___, step) =>
  ticks.map((tick) => {
    const at = new Date(tick * 1000);
    return step >= daySeconds || (at.getHours() === 0 && at.getMinutes() === 0)
      ? at.toLocaleDateString('en', { month: 'short', day: 'numeric' })
      : at.toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' });
  });

/** Changes when the theme changes. */
function useLook(): number {
  const [look, setLook] = useState(0);
  useEffect(() => {
    const change = (): void => setLook((last) => last + 1);
    const media = matchMedia('(prefers-color-scheme: dark)');
    media.addEventListener('change', change);
    const observer = new MutationObserver(change);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      media.removeEventListener('change', change);
      observer.disconnect();
    };
  }, []);
  return look;
}

/**
 * Bars that stand on each other: each is drawn from the ground up to the sum of all below it, the
 * highest first.
 */
function stackedOf(series: readonly Series[]): readonly Series[] {
  const sumAt = (bucket: number, count: number): number =>
    series.slice(0, count).reduce((sum, { values }) => sum + (values[bucket] ?? 0), 0);
  return series
    .map((own, place) => ({ ...own, values: own.values.map((_, at) => sumAt(at, place + 1)) }))
    .reverse();
}

/** Colour of the theme as a canvas takes it. */
function colorOf(element: HTMLElement, name: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(--${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

interface PlotOptions extends Pick<ChartProps, 'times' | 'series' | 'kind'> {
  readonly formatMark: (value: number) => string;
  /** Called with the bucket that is pointed at, and with none when the pointer leaves. */
  readonly onPoint: (bucket: number | undefined) => void;
}

/** Steps between the marks of an axis; counts have no mark between two of them. */
function stepsOf(series: readonly Series[]): number[] {
  const isWhole = series.every(({ values }) =>
    values.every((value) => Number.isInteger(value ?? 0)),
  );
  const powers = Array.from({ length: 16 }, (_, place) => place - 3);
  return powers
    .filter((power) => power >= 0 || !isWhole)
    .flatMap((power) => [1, 2, 5].map((digit) => Number(`${String(digit)}e${String(power)}`)));
}

function optionsOf(
  element: HTMLElement,
  { times, series, kind, formatMark, onPoint }: PlotOptions,
): uPlot.Options {
  const [line, quiet] = [colorOf(element, 'line'), colorOf(element, 'quiet')];
  const axis: uPlot.Axis = {
    stroke: quiet,
    font: '11px Inter Variable, system-ui, sans-serif',
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
  };
  const [first = 0, second = first] = times;
  // The first bar and the last one are seen whole.
  const edge = kind === 'bars' ? (second - first) / 2 : 0;
  const bars = uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.15 });
  return {
    width: element.clientWidth,
    height: heightPx,
    // Half of a mark of the axis of time fits beside the last bucket.
    padding: [10, 30, 0, 0],
    legend: { show: false },
    // Charts of a page are over the same time: all of them show what one is pointed at.
    cursor: { y: false, drag: { x: false, y: false }, sync: { key: 'dashboard' } },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
    scales: {
      x: { range: (_, min, max) => [min - edge, max + edge] },
      y: { range: (_, __, max) => [0, max > 0 ? max * 1.1 : 1] },
    },
    axes: [
      { ...axis, size: 34, gap: 8, grid: { show: false }, values: timeMarks },
      { ...axis, size: 52, incrs: stepsOf(series), values: (_, ticks) => ticks.map(formatMark) },
    ],
    series: [
      {},
      ...series.map(({ label, color, values }): uPlot.Series => {
        // A value between gaps has no line, so it needs a point.
        const points = { show: values.includes(null), size: 5 };
        const stroke = colorOf(element, color);
        return kind === 'bars' && bars !== undefined
          ? { label, stroke, fill: stroke, width: 0, paths: bars, points: { show: false } }
          : { label, stroke, width: 2, spanGaps: true, points };
      }),
    ],
  };
}
