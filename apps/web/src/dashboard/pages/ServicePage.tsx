import type { DashboardService } from '@portage/core/schemas';
import type { ReactElement } from 'react';
import { shortAmount, usd } from '../../format/amounts.js';
import { shortText } from '../../format/short.js';
import { Notice } from '../../ui/Notice.js';
import { PageHead } from '../PageHead.js';
import { Loaded, Panel } from '../Panel.js';
import { Table } from '../Table.js';
import { useApi } from '../useApi.js';
import { useChainList } from '../useChainList.js';

type ChainReport = DashboardService['chains'][number];

/** What operators watch: chains with what they hold, prices, halts. */
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
            <div className="grid gap-4 lg:grid-cols-2">
              {chains.map((chain) => (
                <ChainPanel key={chain.id} chain={chain} />
              ))}
            </div>
            <Panel title="Prices" note="What is quoted from">
              <Table
                label="Prices"
                columns={['Asset', 'USD', 'Source', 'Age', 'State']}
                rows={prices.map((price) => [
                  price.asset,
                  price.usd === undefined ? '–' : usd(price.usd),
                  price.feed,
                  price.ageSeconds === undefined ? '–' : `${price.ageSeconds.toFixed(0)} s`,
                  price.refusal ?? 'ok',
                ])}
                empty="No asset is listed."
              />
            </Panel>
            <Panel title="Halts that were cleared">
              <Table
                label="Halts that were cleared"
                columns={['When', 'Chain', 'Halted because', 'Cleared because']}
                rows={clearances.map(({ clearedAt, chainId, haltedReason, reason }) => [
                  new Date(clearedAt).toLocaleString('en'),
                  ...[nameOf(chainId), haltedReason, reason],
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
  return (
    <Panel title={name} note={`${status}, block ${height.toLocaleString('en')}`}>
      {warnings.map((warning) => (
        <p key={warning} className="mb-2 text-sm text-warn">
          {warning}
        </p>
      ))}
      <h3 className="text-sm font-medium">Inventory</h3>
      <Table
        label={`Inventory on ${name}`}
        columns={['Currency', 'Holds', 'Promised', 'Worth']}
        rows={inventory.map(({ symbol, amountFormatted, reservedFormatted, amountUsd }) => [
          ...[shortText(symbol), shortAmount(amountFormatted), shortAmount(reservedFormatted)],
          amountUsd === undefined ? '–' : usd(amountUsd),
        ])}
        empty="The solver holds nothing here."
      />
      <h3 className="mt-3 text-sm font-medium">Solvency: the chain beside the books</h3>
      <Table
        label={`Solvency on ${name}`}
        columns={['Account', 'Currency', 'Chain', 'Books', 'Difference']}
        rows={solvency.map((each) => [
          shortText(each.account),
          shortText(each.symbol),
          shortAmount(each.balanceFormatted),
          shortAmount(each.booksFormatted),
          shortAmount(each.differenceFormatted),
        ])}
        empty="Nothing was compared yet."
      />
    </Panel>
  );
}
