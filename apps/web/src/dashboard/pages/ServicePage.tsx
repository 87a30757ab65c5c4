import { Money } from '@portage/sdk';
import type { DashboardService } from '@portage/core/schemas';
import type { ReactElement } from 'react';
import { microUsd, shortAmount, shortUsd, usd } from '../../format/amounts.js';
import { dateTime, shortText } from '../../format/short.js';
import { Notice } from '../../ui/Notice.js';
import { PageHead } from '../PageHead.js';
import { Loaded, Panel } from '../Panel.js';
import { Table } from '../Table.js';
import { Tiles, type Tile } from '../Tiles.js';
import { useApi } from '../useApi.js';
import { useChainList } from '../useChainList.js';

type ChainReport = DashboardService['chains'][number];

/** State of the service for operators: chains with their balances, prices, halts. */
export function ServicePage(): ReactElement {
  const { data, error } = useApi<'dashboardService'>('service');
  const { nameOf } = useChainList();
  return (
    <>
      <PageHead title="Service" />
      <Loaded data={data} error={error}>
        {({ chains, prices, clearances }) => (
          <>
            {chains
              .filter(({ reason }) => reason !== undefined)
              .map(({ id, name, status, reason }) => (
                <Notice
                  key={id}
                  tone={status === 'halted' ? 'bad' : 'warn'}
                  title={`${name} is ${status}.`}
                >
                  {reason}
                </Notice>
              ))}
            <Tiles tiles={tilesOf({ chains, prices })} />
            <div className="grid gap-4 lg:grid-cols-2 lg:[&>:last-child:nth-child(odd)]:col-span-2">
              {chains.map((chain) => (
                <ChainPanel key={chain.id} chain={chain} />
              ))}
            </div>
            <Panel title="Prices" note="What is quoted from">
              <Table
                label="Prices"
                columns={['Asset', 'USD', 'Source', 'Age', 'State']}
                numbers={['USD', 'Age']}
                rows={prices.map((price) => [
                  price.asset,
                  price.usd === undefined ? '–' : usd(price.usd),
                  price.feed,
                  price.ageSeconds === undefined ? '–' : `${price.ageSeconds.toFixed(0)} s`,
                  <span
                    key="state"
                    className={price.refusal === undefined ? 'text-good' : 'text-bad'}
                  >
                    {price.refusal ?? 'Fresh'}
                  </span>,
                ])}
                empty="No asset is listed."
              />
            </Panel>
            <Panel title="Halts that were cleared">
              <Table
                label="Halts that were cleared"
                columns={['When', 'Chain', 'Halted because', 'Cleared because']}
                rows={clearances.map(({ clearedAt, chainId, haltedReason, reason }) => [
                  dateTime(clearedAt),
                  nameOf(chainId),
                  haltedReason,
                  reason,
                ])}
                empty="No chain was ever halted and cleared."
              />
            </Panel>
          </>
        )}
      </Loaded>
    </>
  );
}

interface ChainPanelProps {
  readonly chain: ChainReport;
}

function ChainPanel({ chain }: ChainPanelProps): ReactElement {
  const { name, status, height, inventory, solvency, warnings } = chain;
  const held = inventory.filter(
    ({ amountFormatted, reservedFormatted }) =>
      !isZero(amountFormatted) || !isZero(reservedFormatted),
  );
  const compared = solvency.filter(
    ({ balanceFormatted, booksFormatted }) => !isZero(balanceFormatted) || !isZero(booksFormatted),
  );
  return (
    <Panel
      title={name}
      note={`${status === 'ok' ? 'Running' : status}, block ${height.toLocaleString('en')}`}
    >
      {warnings.map((warning) => (
        <p key={warning} className="mb-2 text-sm text-warn">
          {warning}
        </p>
      ))}
      <h3 className="text-sm font-medium">Inventory</h3>
      <Table
        label={`Inventory on ${name}`}
        columns={['Currency', 'Holds', 'Promised', 'Worth']}
        numbers={['Holds', 'Promised', 'Worth']}
        rows={held.map(({ symbol, amountFormatted, reservedFormatted, amountUsd }) => [
          shortText(symbol),
          shortAmount(amountFormatted),
          shortAmount(reservedFormatted),
          amountUsd === undefined ? '–' : shortUsd(amountUsd),
        ])}
        empty="The solver holds nothing here."
      />
      <Rest count={inventory.length - held.length} />
      <h3 className="mt-3 text-sm font-medium">Solvency: the chain beside the books</h3>
      <Table
        label={`Solvency on ${name}`}
        columns={['Account', 'Currency', 'Difference', 'Chain', 'Books']}
        numbers={['Difference', 'Chain', 'Books']}
        rows={compared.map((each) => [
          shortText(each.account),
          shortText(each.symbol),
          // Before what it is made of: a phone shows it without scrolling.
          <Difference key="difference" amount={each.differenceFormatted} />,
          shortAmount(each.balanceFormatted),
          shortAmount(each.booksFormatted),
        ])}
        empty="Nothing was compared yet."
      />
      <Rest count={solvency.length - compared.length} />
    </Panel>
  );
}

const isZero = (amount: string): boolean => /^-?[0.]+$/.test(amount);

interface DifferenceProps {
  readonly amount: string;
}

/** Money of a chain beyond the books; less than the books is shown in red. */
function Difference({ amount }: DifferenceProps): ReactElement {
  const tone = isZero(amount)
    ? 'text-good'
    : amount.startsWith('-')
      ? 'font-semibold text-bad'
      : '';
  return <span className={tone}>{shortAmount(amount)}</span>;
}

interface RestProps {
  readonly count: number;
}

function Rest({ count }: RestProps): ReactElement | null {
  if (count === 0) return null;
  return <p className="pt-2 text-xs text-quiet">{`${String(count)} more, all zero.`}</p>;
}

/** The state of the service at one look. */
function tilesOf({ chains, prices }: Pick<DashboardService, 'chains' | 'prices'>): readonly Tile[] {
  const of = (some: number, all: number): string => `${String(some)} of ${String(all)}`;
  const compared = chains.filter(({ solvency }) => solvency.length > 0);
  const covered = compared.filter(({ solvency }) =>
    solvency.every(({ differenceFormatted }) => !differenceFormatted.startsWith('-')),
  );
  const values = chains
    .flatMap(({ inventory }) => inventory)
    .flatMap(({ amountUsd }) => (amountUsd === undefined ? [] : microUsd(amountUsd)));
  const worth = Money.format(
    values.reduce((sum, value) => sum + value, 0n),
    6,
  );
  const usable = prices.filter(({ refusal }) => refusal === undefined);
  return [
    {
      label: 'Chains',
      note: 'healthy',
      value: of(chains.filter(({ status }) => status === 'ok').length, chains.length),
    },
    {
      label: 'Inventory',
      value: values.length === 0 ? '–' : shortUsd(worth),
      note: 'at the prices below',
    },
    {
      label: 'Covered',
      note: 'chains hold what the books say',
      value: of(covered.length, compared.length),
    },
    { label: 'Prices', value: of(usable.length, prices.length), note: 'can be quoted from' },
  ];
}
