import type { EndpointResponse } from '@portage/core/schemas';
import { useState, type ReactElement } from 'react';
import { Chart, type Series } from '../Chart.js';
import { Choice } from '../Choice.js';
import { PageHead } from '../PageHead.js';
import { Loaded, Panel } from '../Panel.js';
import { Table } from '../Table.js';
import { useApi } from '../useApi.js';
import { KeysPanel } from './KeysPanel.js';

type UsageEntry = EndpointResponse<'dashboardUsage'>['metrics'][number];

const granularities = { minutely: 'Minutes', hourly: 'Hours', daily: 'Days' } as const;
type Granularity = keyof typeof granularities;

/** Seconds of a bucket, and buckets that are shown. */
const spans = {
  minutely: { seconds: 60, count: 60 },
  hourly: { seconds: 3_600, count: 48 },
  daily: { seconds: 86_400, count: 30 },
} as const;

const plain = (value: number): string => value.toLocaleString('en');

/** Calls by endpoint, status and error, over minutes, hours and days, and the keys that made them. */
export function UsagePage(): ReactElement {
  const [granularity, setGranularity] = useState<Granularity>('minutely');
  const { seconds, count } = spans[granularity];
  // The window begins with a whole bucket, so that its address stays the same within one.
  const last = Math.floor(Date.now() / 1000 / seconds) * seconds;
  const from = last - (count - 1) * seconds;
  const { data, error } = useApi<'dashboardUsage'>(
    `usage?granularity=${granularity}&startTimestamp=${String(from)}`,
  );
  const times = Array.from({ length: count }, (_, index) => from + index * seconds);
  return (
    <>
      <PageHead title="Usage">
        <Choice
          label="Buckets"
          options={granularities}
          value={granularity}
          onChange={setGranularity}
        />
      </PageHead>
      <Loaded data={data} error={error}>
        {({ metrics }) => <Counts metrics={metrics} times={times} />}
      </Loaded>
      <KeysPanel />
    </>
  );
}

interface CountsProps {
  readonly metrics: readonly UsageEntry[];
  readonly times: readonly number[];
}

function Counts({ metrics, times }: CountsProps): ReactElement {
  const series = (isIn: (status: number) => boolean): readonly number[] =>
    countsAt(
      metrics.filter(({ statusCode }) => isIn(statusCode)),
      times,
    );
  return (
    <>
      <Panel title="Calls">
        <Chart
          title="calls"
          kind="bars"
          format={plain}
          times={times}
          series={[
            { label: 'Answered', color: 'good', values: series((status) => status < 400) },
            {
              label: 'Refused (4xx)',
              color: 'warn',
              values: series((status) => status >= 400 && status < 500),
            },
            { label: 'Failed (5xx)', color: 'bad', values: series((status) => status >= 500) },
          ]}
        />
      </Panel>
      <div className="grid gap-4 lg:grid-cols-2">
        <Split
          title="Calls by endpoint"
          entries={metrics}
          times={times}
          nameOf={({ endpoint }) => endpoint}
        />
        <Split
          title="Calls by status"
          entries={metrics}
          times={times}
          nameOf={({ statusCode }) => String(statusCode)}
        />
        <Split
          title="Errors by code"
          entries={metrics}
          times={times}
          nameOf={({ errorCode }) => errorCode}
        />
        <Counted
          title="By endpoint and status"
          counts={sumBy(metrics, ({ endpoint, statusCode }) => `${endpoint} ${String(statusCode)}`)}
          empty="No call in this window."
        />
        <Counted
          title="Errors"
          counts={sumBy(
            metrics.filter(({ errorCode }) => errorCode !== undefined),
            ({ errorCode, endpoint }) => `${errorCode ?? ''} of ${endpoint}`,
          )}
          empty="No error in this window."
        />
        <Counted
          title="By key"
          counts={sumBy(metrics, ({ apiKey }) => apiKey)}
          empty="No call in this window."
        />
      </div>
    </>
  );
}

type UsageName = (entry: UsageEntry) => string | undefined;

interface SplitProps {
  readonly title: string;
  readonly entries: readonly UsageEntry[];
  readonly times: readonly number[];
  readonly nameOf: UsageName;
}

const colors = ['accent', 'good', 'warn', 'bad'] as const;

/** Calls over time by name: the four with the most calls, and all others together. */
function Split({ title, entries, times, nameOf }: SplitProps): ReactElement {
  const named = entries.filter((entry) => nameOf(entry) !== undefined);
  const top = sumBy(named, (entry) => nameOf(entry) ?? '')
    .slice(0, colors.length)
    .map(([name]) => name);
  const others = named.filter((entry) => !top.includes(nameOf(entry) ?? ''));
  const lines = top.map((label, place): Series => {
    const own = named.filter((entry) => nameOf(entry) === label);
    return { label, color: colors[place] ?? 'quiet', values: countsAt(own, times) };
  });
  const rest: readonly Series[] =
    others.length === 0
      ? []
      : [{ label: 'All others', color: 'quiet', values: countsAt(others, times) }];
  return (
    <Panel title={title}>
      <Chart
        title={title.toLowerCase()}
        kind="bars"
        format={plain}
        times={times}
        series={[...lines, ...rest]}
      />
    </Panel>
  );
}

/** Calls of each bucket. */
function countsAt(entries: readonly UsageEntry[], times: readonly number[]): readonly number[] {
  const sums = new Map<number, number>();
  for (const { timestamp, count } of entries) {
    const at = Date.parse(timestamp) / 1000;
    sums.set(at, (sums.get(at) ?? 0) + count);
  }
  return times.map((at) => sums.get(at) ?? 0);
}

function sumBy(
  metrics: readonly UsageEntry[],
  nameOf: (entry: UsageEntry) => string,
): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>();
  for (const entry of metrics)
    sums.set(nameOf(entry), (sums.get(nameOf(entry)) ?? 0) + entry.count);
  return [...sums].sort(([, one], [, other]) => other - one).slice(0, 30);
}

interface CountedProps {
  readonly title: string;
  readonly counts: readonly (readonly [string, number])[];
  readonly empty: string;
}

function Counted({ title, counts, empty }: CountedProps): ReactElement {
  return (
    <Panel title={title}>
      <Table
        label={title}
        columns={['Name', 'Calls']}
        numbers={['Calls']}
        rows={counts.map(([name, count]) => [
          <span key="name" className="font-mono text-xs">
            {name}
          </span>,
          plain(count),
        ])}
        empty={empty}
      />
    </Panel>
  );
}
