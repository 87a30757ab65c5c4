import type { DashboardOverview } from '@portage/core/schemas';
import type { ReactElement } from 'react';
import { usd } from '../../format/amounts.js';
import { CsvButton } from '../csv/CsvButton.js';
import { LowBalances } from '../sponsors/LowBalances.js';
import { lowSponsors } from '../sponsors/lowSponsors.js';
import { AddressText } from '../../ui/AddressText.js';
import { PageHead } from '../PageHead.js';
import { Loaded, Panel } from '../Panel.js';
import { Meter } from '../Meter.js';
import { Table } from '../Table.js';
import { useSession } from '../session.js';
import { useApi } from '../useApi.js';
import { AppFees } from './AppFees.js';

/** App fees and sponsors: what they have, and what the last month brought and took. */
export function MoneyPage(): ReactElement {
  const { appWallet } = useSession();
  const money = useApi<'dashboardMoney'>('money');
  const overview = useApi<'dashboardOverview'>('overview?window=month');
  return (
    <>
      <PageHead title="Fees" />
      <div className="grid gap-4">
        <Loaded data={money.data} error={money.error}>
          {({ appFees, sponsors }) => (
            <>
              <LowBalances sponsors={lowSponsors(sponsors, overview.data?.sponsors ?? [])} />
              <div className="grid gap-4 lg:grid-cols-2 lg:[&>:last-child:nth-child(odd)]:col-span-2">
                <AppFees
                  appFees={appFees}
                  wallets={walletsOf(
                    appWallet === undefined ? [] : [{ wallet: appWallet.toLowerCase() }],
                    appFees,
                    overview.data?.appFees ?? [],
                  )}
                />
                <Panel title="Sponsors" note="Free balances">
                  <Table
                    label="Balances of sponsors"
                    columns={['Account', 'Balance']}
                    numbers={['Balance']}
                    rows={sponsors.map(({ account, balanceUsd }) => [account, usd(balanceUsd)])}
                    empty="No sponsor has a balance."
                  />
                  <CsvButton
                    name="sponsors"
                    header={['account', 'balanceUsd']}
                    rows={sponsors.map(({ account, balanceUsd }) => [account, balanceUsd])}
                  />
                </Panel>
              </div>
            </>
          )}
        </Loaded>
        <Loaded data={overview.data} error={overview.error}>
          {(month) => <Month overview={month} />}
        </Loaded>
      </div>
    </>
  );
}

interface Earner {
  readonly wallet: string;
}

/** Wallets that have fees or earned some in the month, each once. */
function walletsOf(...lists: readonly (readonly Earner[])[]): readonly string[] {
  return [...new Set(lists.flat().map(({ wallet }) => wallet))];
}

interface MonthProps {
  readonly overview: DashboardOverview;
}

/** Tables of a month's filled requests: spending of sponsors, and earned app fees. */
function Month({ overview: { sponsors, appFees } }: MonthProps): ReactElement {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Panel title="Sponsored in 30 days" note="By filled requests; caps are those of their quotes">
        <Table
          label="Spending of sponsors"
          columns={['Account', 'Requests', 'Sponsored', 'Against caps', 'Caps reached']}
          numbers={['Requests', 'Sponsored', 'Caps reached']}
          rows={sponsors.map(({ account, requests, sponsoredUsd, capped }) => [
            account,
            requests,
            usd(sponsoredUsd),
            capped === undefined ? (
              'no caps'
            ) : (
              <Meter key="caps" used={capped.sponsoredUsd} most={capped.capUsd} />
            ),
            capped === undefined ? '–' : `${String(capped.reached)} of ${String(capped.requests)}`,
          ])}
          empty="No request was sponsored."
        />
      </Panel>
      <Panel title="App fees earned in 30 days" note="By filled requests">
        <Table
          label="Earned app fees"
          columns={['Wallet', 'Requests', 'Earned']}
          numbers={['Requests', 'Earned']}
          rows={appFees.map(({ wallet, requests, earnedUsd }) => [
            <AddressText key="wallet" address={wallet} label="wallet" />,
            requests,
            usd(earnedUsd),
          ])}
          empty="No app earned a fee."
        />
      </Panel>
    </div>
  );
}
