import type { DashboardOverview } from '@portage/core/schemas';
import { useState, type ReactElement } from 'react';
import { compactUsd, shortUsd, usd } from '../../format/amounts.js';
import { Chart } from '../Chart.js';
import { Choice } from '../Choice.js';
import { PageHead } from '../PageHead.js';
import { Loaded, Panel } from '../Panel.js';
import { Table } from '../Table.js';
import { Tiles } from '../Tiles.js';
import { useApi } from '../useApi.js';
import { useChainList } from '../useChainList.js';
import { LatestRequests } from './LatestRequests.js';

const windows = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' } as const;

/**
 * Overview of the service: volume, outcomes and fill times of a window, and the newest requests.
 */
export function OverviewPage(): ReactElement {
  const [window, setWindow] = useState<keyof typeof windows>('hour');
  const { data, error } = useApi<'dashboardOverview'>(`overview?window=${window}`);
  return (
    <>
      <PageHead title="Overview">
        <Choice label="Window" options={windows} value={window} onChange={setWindow} />
      </PageHead>
      <Loaded data={data} error={error}>
        {(overview) => <Figures overview={overview} />}
      </Loaded>
      <div className="mt-4">
        <Panel title="Latest requests">
          <LatestRequests query="limit=8" />
        </Panel>
      </div>
    </>
  );
}

const seconds = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)}\u00a0s`;
const plain = (value: number): string => value.toLocaleString('en');
const dollars = (value: number): string =>
  `$${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 })}`;

/** The same, short enough for an axis. */
const shortDollars = (value: number): string =>
  value < 1_000 ? dollars(value) : compactUsd(value);

interface FiguresProps {
  readonly overview: DashboardOverview;
}

function Figures({ overview }: FiguresProps): ReactElement {
  const { totals, buckets, routes, isPartial } = overview;
  const times = buckets.map(({ at }) => at);
  const fillSeries = (name: 'p50' | 'p95' | 'p99') =>
    buckets.map(({ fillSeconds }) => fillSeconds?.[name] ?? null);
  return (
    <>
      {isPartial ? (
        <p className="text-sm text-warn">The window holds more: the newest requests are counted.</p>
      ) : undefined}
      <Totals totals={totals} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel title="Volume">
          <Chart
            title="volume"
            kind="bars"
            format={dollars}
            formatMark={shortDollars}
            times={times}
            series={[
              {
                label: 'USD',
                color: 'accent',
                values: buckets.map(({ volumeUsd }) => Number(volumeUsd)),
              },
            ]}
          />
        </Panel>
        <Panel title="Requests">
          <Chart
            title="requests"
            kind="bars"
            format={plain}
            times={times}
            series={[
              { label: 'Filled', color: 'good', values: buckets.map(({ success }) => success) },
              { label: 'Paid back', color: 'warn', values: buckets.map(({ refund }) => refund) },
              { label: 'Failed', color: 'bad', values: buckets.map(({ failure }) => failure) },
            ]}
          />
        </Panel>
        <Panel title="Fill time" note="From a final deposit until the request has ended">
          <Chart
            title="fill times"
            kind="lines"
            format={seconds}
            times={times}
            series={[
              { label: 'Median', color: 'accent', values: fillSeries('p50') },
              { label: '95%', color: 'warn', values: fillSeries('p95') },
              { label: '99%', color: 'bad', values: fillSeries('p99') },
            ]}
          />
        </Panel>
        <Routes routes={routes} />
      </div>
    </>
  );
}

interface TotalsProps {
  readonly totals: DashboardOverview['totals'];
}

function Totals({ totals }: TotalsProps): ReactElement {
  const ended = totals.success + totals.refund + totals.failure;
  const share = ended === 0 ? '–' : `${((totals.success / ended) * 100).toFixed(1)}%`;
  const fill = totals.fillSeconds;
  return (
    <Tiles
      tiles={[
        { label: 'Volume', value: shortUsd(totals.volumeUsd), note: 'at the prices of the quotes' },
        { label: 'Requests', value: plain(totals.requests) },
        {
          label: 'Filled',
          value: share,
          note: `${plain(totals.refund)} refunded, ${plain(totals.failure)} failed`,
        },
        {
          label: 'Fill time',
          value: fill === undefined ? '–' : seconds(fill.p50),
          note: fill === undefined ? 'no fill yet' : `median; 95% within ${seconds(fill.p95)}`,
        },
      ]}
    />
  );
}

interface RoutesProps {
  readonly routes: DashboardOverview['routes'];
}

function Routes({ routes }: RoutesProps): ReactElement {
  const { nameOf } = useChainList();
  return (
    <Panel title="Routes">
      <Table
        label="Routes"
        columns={['From', 'To', 'Requests', 'Volume']}
        numbers={['Requests', 'Volume']}
        rows={routes.map((route) => [
          nameOf(route.originChainId),
          nameOf(route.destinationChainId),
          plain(route.requests),
          usd(route.volumeUsd),
        ])}
        empty="No request in this window."
      />
    </Panel>
  );
}
