import type { DashboardRequest } from '@portage/core/schemas';
import { ArrowLeft } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { StatusMark } from '../../activity/StatusMark.js';
import { transactionUrl } from '../../explorer/transactionUrl.js';
import { shortAmount, usd } from '../../format/amounts.js';
import { dateTime, shortText } from '../../format/short.js';
import { AddressText } from '../../ui/AddressText.js';
import { CopyText } from '../../ui/CopyText.js';
import { PageHead } from '../PageHead.js';
import { PageLink } from '../PageLink.js';
import { Loaded, Panel } from '../Panel.js';
import { pathOf } from '../route.js';
import { Table } from '../Table.js';
import { useApi } from '../useApi.js';
import { useChainList, type ChainList } from '../useChainList.js';
import { useLiveRequest } from '../useLiveRequest.js';
import { unitText } from './unitText.js';

/** Properties of a {@link StoryPage}. */
export interface StoryPageProps {
  readonly requestId: string;
}

/** The whole story of a request. */
export function StoryPage({ requestId }: StoryPageProps): ReactElement {
  const { data, error } = useApi<'dashboardRequest'>(`requests/${encodeURIComponent(requestId)}`);
  useLiveRequest(requestId);
  return (
    <>
      <PageLink
        to={pathOf('requests')}
        className="mb-3 inline-flex items-center gap-1.5 text-sm text-quiet hover:text-ink"
      >
        <ArrowLeft size={15} aria-hidden /> <span>Requests</span>
      </PageLink>
      <PageHead title={`Request ${shortText(requestId)}`}>
        {data === undefined ? undefined : <StatusMark status={data.request.status} />}
      </PageHead>
      <Loaded data={data} error={error}>
        {(story) => <Story story={story} />}
      </Loaded>
    </>
  );
}

interface StoryProps {
  readonly story: DashboardRequest;
}

const time = (text: string | undefined): string =>
  text === undefined ? '–' : new Date(text).toLocaleTimeString('en');

function Story({ story }: StoryProps): ReactElement {
  const chains = useChainList();
  const { deposits, settlements, transactions } = story;
  return (
    <>
      <Quoted story={story} chains={chains} />
      <Panel title="Deposits">
        <Table
          label="Deposits"
          columns={['Transaction', 'Amount', 'State', 'For', 'Seen', 'Final']}
          rows={deposits.map((deposit) => [
            <Tx key="tx" {...deposit} chains={chains} />,
            unitText(chains.all, deposit.chainId, deposit.currency, deposit.amount),
            deposit.state,
            deposit.outcome ?? '–',
            time(deposit.seenAt),
            time(deposit.finalAt),
          ])}
          empty="No deposit was seen."
        />
      </Panel>
      <Panel title="Payouts">
        <Table
          label="Payouts"
          columns={['Part', 'Kind', 'Chain', 'Decided', 'Settled']}
          rows={settlements.map(({ leg, kind, chainId, decidedAt, settledAt }) => [
            leg,
            kind,
            chains.nameOf(chainId),
            time(decidedAt),
            time(settledAt),
          ])}
          empty="Nothing was decided yet."
        />
      </Panel>
      <Panel title="Transactions of the service">
        <Table
          label="Transactions of the service"
          columns={['Transaction', 'Purpose', 'State', 'Block', 'Signed', 'Sent']}
          rows={transactions.map((made) => [
            <Tx key="tx" {...made} chains={chains} />,
            made.purpose,
            made.state,
            made.height ?? '–',
            time(made.storedAt),
            time(made.sentAt),
          ])}
          empty="Nothing was signed yet."
        />
      </Panel>
      <Ledger story={story} chains={chains} />
    </>
  );
}

function Ledger({ story: { entries }, chains }: QuotedProps): ReactElement {
  return (
    <Panel title="Ledger" note="Each entry sums to zero in each asset">
      <Table
        label="Ledger"
        columns={['Entry', 'Account', 'Amount', 'At']}
        numbers={['Amount', 'At']}
        rows={entries.flatMap(({ kind, at, postings }) =>
          postings.map(({ account, asset, amount }, index) => [
            index === 0 ? kind : '',
            <span key="account" className="font-mono text-xs">
              {account.replace(/\w{17,}/g, (id) => shortText(id))}
            </span>,
            postedText(chains, asset, amount),
            index === 0 ? time(at) : '',
          ]),
        )}
        empty="Nothing was booked yet."
      />
    </Panel>
  );
}

function postedText({ all }: ChainList, asset: string, amount: string): string {
  const colon = asset.indexOf(':');
  if (colon < 0) return usd((Number(amount) / 1e6).toFixed(6));
  return unitText(all, Number(asset.slice(0, colon)), asset.slice(colon + 1), amount);
}

interface QuotedProps extends StoryProps {
  readonly chains: ChainList;
}

function Quoted({ story, chains }: QuotedProps): ReactElement {
  const { request, orderId, apiKey } = story;
  const { currencyIn, currencyOut, rate } = request.data.metadata ?? {};
  const amount = (of: typeof currencyIn): string =>
    of === undefined
      ? '–'
      : `${shortAmount(of.amountFormatted)} ${of.currency.symbol} on ${chains.nameOf(of.currency.chainId)} (${usd(of.amountUsd)})`;
  const rateText =
    rate === undefined
      ? '–'
      : `1 ${currencyIn?.currency.symbol ?? ''} = ${shortAmount(rate)} ${currencyOut?.currency.symbol ?? ''}`;
  const { fees, feesUsd } = request.data;
  const feeText =
    feesUsd === undefined
      ? undefined
      : Object.entries(feesUsd)
          .map(([name, value]) => `${name} ${usd(value)}`)
          .join(', ');
  const lines: readonly (readonly [string, ReactNode])[] = [
    ['Pays', amount(currencyIn)],
    ['Gets', amount(currencyOut)],
    ...(rate === undefined ? [] : [['Rate', rateText] as const]),
    ...(fees === undefined ? [] : [['Fees as booked', feeText ?? '–'] as const]),
    ['From', <AddressText key="user" address={request.user} label="payer" />],
    ['To', <AddressText key="recipient" address={request.recipient} label="recipient" />],
    ['Id', <CopyText key="id" text={request.id} label="request" />],
    ['Order', <CopyText key="order" text={orderId} label="order" />],
    ['API key', apiKey ?? 'none'],
    ['Created', dateTime(request.createdAt)],
    ...(request.data.failReason === 'N/A' ? [] : [['Reason', request.data.failReason] as const]),
  ];
  return (
    <Panel title="Quote">
      <dl className="grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2">
        {lines.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-quiet">{label}</dt>
            <dd className="ml-auto min-w-0 text-right break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

interface TxProps {
  readonly chainId: number;
  readonly transactionId: string;
  readonly chains: ChainList;
}

function Tx({ chainId, transactionId, chains }: TxProps): ReactElement {
  const chain = chains.all.find(({ id }) => id === chainId);
  const href = chain === undefined ? undefined : transactionUrl(chain, transactionId);
  return (
    <span className="inline-flex gap-1.5">
      {href === undefined ? (
        <CopyText text={transactionId} label="transaction" />
      ) : (
        <a href={href} target="_blank" rel="noreferrer" className="font-mono text-accent">
          {shortText(transactionId)}
        </a>
      )}
      <span className="text-quiet">{`on ${chains.nameOf(chainId)}`}</span>
    </span>
  );
}
